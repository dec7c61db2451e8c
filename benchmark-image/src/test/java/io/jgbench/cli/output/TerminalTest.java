package io.jgbench.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalTest {
    @Test
    void chartsAreDrawnWhereAPersonReadsAndTheCharacterSetHasThem() {
        assertThat(new Terminal(true, false).draws(output(StandardCharsets.UTF_8)))
                .isTrue();
        assertThat(new Terminal(false, true).draws(output(StandardCharsets.UTF_8)))
                .isFalse();
        assertThat(new Terminal(true, true).draws(output(StandardCharsets.US_ASCII)))
                .isFalse();
    }

    private static PrintStream output(Charset charset) {
        return new PrintStream(new ByteArrayOutputStream(), true, charset);
    }
}
