package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunQueueWaitTest {
    @TempDir
    private Path proc;

    @Test
    void timeInTheRunQueueIsTheSecondNumber() throws IOException {
        assertThat(waited("4711000 1338000 12")).isEqualTo(1_338_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0 0", "1 x 2"})
    void kernelThatDoesNotTellSaysOfNoWaiting(String line) throws IOException {
        assertThat(waited(line)).isZero();
    }

    @Test
    void kernelWithoutTheFileSaysOfNoWaiting() {
        assertThat(new RunQueueWait(proc).nanos()).isZero();
    }

    private long waited(String line) throws IOException {
        Files.createDirectories(proc.resolve("thread-self"));
        Files.writeString(proc.resolve("thread-self/schedstat"), line + "\n");
        return new RunQueueWait(proc).nanos();
    }
}
