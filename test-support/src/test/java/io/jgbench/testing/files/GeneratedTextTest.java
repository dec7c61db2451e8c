package io.jgbench.testing.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedTextTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("GUIDE.md");
        Files.writeString(file, "before\n<!-- table: generated -->\n\nold\n\n<!-- end of table -->\nafter\n");
    }

    @Test
    void partIsWrittenBetweenItsMarksAndTheRestStays() throws IOException {
        new GeneratedText(true).holdPart(file, "table", "new\n");

        assertThat(file).hasContent("before\n<!-- table: generated -->\n\nnew\n\n<!-- end of table -->\nafter\n");
        assertThatCode(() -> new GeneratedText(false).holdPart(file, "table", "new"))
                .doesNotThrowAnyException();
    }

    @Test
    void partThatIsOutOfStepFailsWithTheCommandThatWritesIt() {
        assertThatThrownBy(() -> new GeneratedText(false).holdPart(file, "table", "new"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("GUIDE.md")
                .hasMessageContaining("./jgbench generate");
        assertThat(file).content().contains("old");
    }

    @Test
    void partWithoutMarksFailsWithTheMarks() {
        assertThatThrownBy(() -> new GeneratedText(true).holdPart(file, "list", "new"))
                .hasMessageContaining("<!-- list: … -->")
                .hasMessageContaining("<!-- end of list -->");
    }
}
