package io.jgbench.report.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileInTest {
    private static final Path FOLDER = Path.of("results", "lab");

    @Test
    void nameIsThatOfAFileInTheFolder() throws IOException {
        assertThat(FileIn.of(FOLDER, "lab-c1-r1.json")).isEqualTo(FOLDER.resolve("lab-c1-r1.json"));
        assertThat(FileIn.of(FOLDER, "..json")).isEqualTo(FOLDER.resolve("..json"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"../other/lab-c1-r1.json", "/etc/passwd", "runs/a.json", "..", ".", "", "a/../..", "a\u0000b"})
    void nameThatLeadsOutOfItIsRefused(String name) {
        assertThatThrownBy(() -> FileIn.of(FOLDER, name))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a file must be named by one name, without a folder");
    }
}
