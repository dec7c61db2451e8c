package io.jgbench.counters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/**
 * What the kernel tells in the files below a folder.
 *
 * @param folder {@code /proc}, or where control groups are mounted
 */
public record KernelFiles(Path folder) {

    /**
     * The lines of a file; none where there is no such file or it may not be read: what would come of it is then
     * missing from the result, which says as much.
     */
    public List<String> lines(String file) {
        try {
            return Files.readAllLines(folder.resolve(file));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The columns of a line. Without a regular expression, as lines are read beside a measurement. */
    public static List<String> columns(String line) {
        var blankSeparated = new StringTokenizer(line);
        List<String> columns = new ArrayList<>(blankSeparated.countTokens());
        while (blankSeparated.hasMoreTokens()) {
            columns.add(blankSeparated.nextToken());
        }
        return columns;
    }
}
