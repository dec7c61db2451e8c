package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Counters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChargedInterruptsTest {
    @TempDir
    private Path proc;

    @BeforeEach
    void kernelThatTellsOfPressure() throws IOException {
        Files.createDirectories(proc.resolve("pressure"));
        Files.writeString(proc.resolve("pressure/cpu"), "some avg10=0.00 avg60=0.00 avg300=0.00 total=1\n");
        process("1", "init", 500);
    }

    @Test
    void interruptsAreChargedButForThoseThatTheKernelsOwnThreadsHandled() throws IOException {
        process("14", "ksoftirqd/0", 20);
        process("21", "ksoftirqd/1", 10);

        assertThat(read("6.18.44")).containsEntry(Counters.CHARGED_INTERRUPT_NANOS, 700_000_000L);
    }

    @Test
    void kernelThatTellsInterruptsApartChargesNobody() throws IOException {
        process("14", "ksoftirqd/0", 20);
        Files.writeString(proc.resolve("pressure/irq"), "full avg10=0.00 avg60=0.00 avg300=0.00 total=1\n");

        assertThat(read("6.18.44")).doesNotContainKey(Counters.CHARGED_INTERRUPT_NANOS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.14.0-503", "6.0.9", "unknown"})
    void ofAnOlderKernelNothingIsKnown(String release) throws IOException {
        process("14", "ksoftirqd/0", 20);

        assertThat(read(release)).doesNotContainKey(Counters.CHARGED_INTERRUPT_NANOS);
    }

    @Test
    void inAContainerWhichDoesNotSeeTheKernelsThreadsNothingIsKnown() {
        assertThat(read("6.18.44")).doesNotContainKey(Counters.CHARGED_INTERRUPT_NANOS);
    }

    private Map<String, Long> read(String release) {
        Map<String, Long> counters = new HashMap<>(Map.of(Counters.HOST_INTERRUPT_NANOS, 1_000_000_000L));
        new ChargedInterrupts(proc, release).addTo(counters);
        return counters;
    }

    private void process(String pid, String name, int ticks) throws IOException {
        Files.createDirectories(proc.resolve(pid));
        Files.writeString(
                proc.resolve(pid + "/stat"),
                pid + " (" + name + ") S 2 0 0 0 -1 69238848 0 0 0 0 0 " + ticks + " 0 0 20 0 1 0 22 0 0\n");
    }
}
