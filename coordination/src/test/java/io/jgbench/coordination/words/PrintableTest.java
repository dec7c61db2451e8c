package io.jgbench.coordination.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void whatControlsATerminalIsShownAndNotDone() {
        assertThat(Printable.of("\u001b]52;c;aGk=\u0007 \u001b[2J \u202eabc")).isEqualTo("?]52;c;aGk=? ?[2J ?abc");
        assertThat(Printable.of("two\nlines\r")).isEqualTo("two?lines?");
    }

    @Test
    void coloursOfTheConsoleAreLeft() {
        assertThat(Printable.of("\u001b[1;32mVALID\u001b[0m µs")).isEqualTo("\u001b[1;32mVALID\u001b[0m µs");
    }

    @Test
    void lineOfOthersHasNoColoursAndIsOne() {
        assertThat(Printable.line("a\u001b[8mb\u001b[2J \r\n c\u0007\nd")).isEqualTo("a?[8mb?[2J c? d");
    }

    @Test
    void nameWithALineBreakMakesNoRowOfItsOwn() {
        var table = new TextTable(80);
        table.row(List.of("run\nNO CHANGE", "1"));

        assertThat(table.lines()).containsExactly("run?NO CHANGE  1");
        assertThat(Paragraph.wrap("", "a \u001b[2Jb", 80)).containsExactly("a ?[2Jb");
    }
}
