package io.jgbench.testing.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ExampleFileTest {
    @Test
    void warmsUpForAShortTimeWhereItSaysNothing() throws IOException {
        ExampleFile quickstart = ExampleFile.named("quickstart");

        assertThat(quickstart.withShortWarmup().text())
                .startsWith(quickstart.text())
                .endsWith("\n  warmup: {atMost: 10s}\n");
    }

    @Test
    void keepsTheWarmupThatItAsksFor() {
        ExampleFile example = new ExampleFile("spec:\n  warmup: {messages: 10}\n");

        assertThat(example.withShortWarmup()).isEqualTo(example);
    }

    @Test
    void datagramsHaveNoWarmup() throws IOException {
        ExampleFile datagram = ExampleFile.named("datagram");

        assertThat(datagram.withShortWarmup()).isEqualTo(datagram);
    }
}
