package io.jgbench.testing.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ExampleFileTest {
    @Test
    void warmsUpForAShortTimeWhereItSaysNothingAndMeasuresForAShortOne() {
        ExampleFile example = new ExampleFile("spec:\n  duration: 20s\n");

        assertThat(example.shortened().text())
                .isEqualTo("spec:\n  duration: 5s\n  warmup: {atMost: 10s}\n  start: {maxSkew: 1s}\n");
    }

    @Test
    void keepsTheWarmupThatItAsksFor() {
        ExampleFile example = new ExampleFile("spec:\n  messages: 5\n  warmup: {messages: 10}\n");

        assertThat(example.shortened()).isEqualTo(example);
    }

    @Test
    void datagramsHaveNoWarmup() throws IOException {
        ExampleFile datagram = ExampleFile.named("datagram");

        assertThat(datagram.shortened()).isEqualTo(datagram);
    }
}
