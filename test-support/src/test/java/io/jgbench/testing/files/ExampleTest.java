package io.jgbench.testing.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ExampleTest {
    @Test
    void warmsUpForAShortTimeWhereItSaysNothing() throws IOException {
        Example quickstart = Example.named("quickstart");

        assertThat(quickstart.withShortWarmup().text())
                .startsWith(quickstart.text())
                .endsWith("\n  warmup: {atMost: 10s}\n");
    }

    @Test
    void keepsTheWarmupThatItAsksFor() {
        Example example = new Example("spec:\n  warmup: {messages: 10}\n");

        assertThat(example.withShortWarmup()).isEqualTo(example);
    }

    @Test
    void datagramsHaveNoWarmup() throws IOException {
        Example datagram = Example.named("datagram");

        assertThat(datagram.withShortWarmup()).isEqualTo(datagram);
    }
}
