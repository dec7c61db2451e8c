package io.jgbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the formatter leaves alone: comments and strings, and what is not Java. */
class SourceLinesTest {
    private static final int MOST_COLUMNS = 120;
    private static final String TEXT_BLOCK = "\"\"\"";
    private static final Path ROOT = Path.of("..");

    @Test
    void lineEndsWithinTheColumnsThatAScreenShows() throws IOException {
        assertThat(tooLong(Sources.all()))
                .as("lines of more than %d columns, to be split by hand", MOST_COLUMNS)
                .isEmpty();
    }

    /** The chart has more than its templates and values: files that are generated, and notes that Helm prints. */
    @Test
    void soDoesALineOfAStackOfTheChartOfAStyleSheetAndOfAScript() throws IOException {
        List<Path> files = new ArrayList<>(List.of(ROOT.resolve("jgbench"), ROOT.resolve(".ci/run")));
        files.addAll(Sources.below(ROOT.resolve("stacks"), 1, ".xml"));
        files.addAll(Sources.below(ROOT.resolve("helm/jgbench"), Integer.MAX_VALUE, ".yaml"));
        files.addAll(Sources.below(ROOT.resolve("helm/jgbench"), Integer.MAX_VALUE, ".tpl"));
        files.addAll(Sources.below(ROOT.resolve("e2e/cluster"), 1, ".sh"));
        files.addAll(Sources.ofModules(".css"));

        assertThat(files).hasSizeGreaterThan(20);
        assertThat(tooLong(files))
                .as("lines of more than %d columns; an action of a template may have line breaks", MOST_COLUMNS)
                .isEmpty();
    }

    private static List<String> tooLong(List<Path> files) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            found.addAll(tooLong(file));
        }
        return found;
    }

    private static List<String> tooLong(Path source) throws IOException {
        List<String> found = new ArrayList<>();
        List<String> lines = Files.readAllLines(source);
        boolean isJava = source.toString().endsWith(".java");
        boolean isInTextBlock = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean turns = isJava && line.split(TEXT_BLOCK, -1).length % 2 == 0;
            if (!isInTextBlock && !turns && line.codePointCount(0, line.length()) > MOST_COLUMNS) {
                found.add(source + ":" + (i + 1));
            }
            isInTextBlock ^= turns;
        }
        return found;
    }
}
