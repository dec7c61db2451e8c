package io.jgbench.member;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the kernel tells in the files below a folder.
 *
 * @param folder {@code /proc}, or where control groups are mounted
 */
record KernelFiles(Path folder) {

    /**
     * The lines of a file; none where there is no such file or it may not be read: what would come of it is then
     * missing from the result, which says as much.
     */
    List<String> lines(String file) {
        try {
            return Files.readAllLines(folder.resolve(file));
        } catch (IOException e) {
            return List.of();
        }
    }
}
