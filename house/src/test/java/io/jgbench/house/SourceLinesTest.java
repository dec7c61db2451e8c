package io.jgbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the formatter leaves alone: comments and strings. */
class SourceLinesTest {
    private static final int MOST_COLUMNS = 120;
    private static final String TEXT_BLOCK = "\"\"\"";

    @Test
    void lineEndsWithinTheColumnsThatAScreenShows() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path source : Sources.all()) {
            tooLong.addAll(tooLong(source));
        }

        assertThat(tooLong)
                .as("lines of more than %d columns, to be split by hand", MOST_COLUMNS)
                .isEmpty();
    }

    private static List<String> tooLong(Path source) throws IOException {
        List<String> found = new ArrayList<>();
        List<String> lines = Files.readAllLines(source);
        boolean isInTextBlock = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean turns = line.split(TEXT_BLOCK, -1).length % 2 == 0;
            if (!isInTextBlock && !turns && line.codePointCount(0, line.length()) > MOST_COLUMNS) {
                found.add(source + ":" + (i + 1));
            }
            isInTextBlock ^= turns;
        }
        return found;
    }
}
