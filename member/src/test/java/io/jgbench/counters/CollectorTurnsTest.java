package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Counters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CollectorTurnsTest {
    @TempDir
    private Path tasks;

    @Test
    void turnsOfThreadsThatCollectInPausesAreSummed() throws IOException {
        thread("7", "VM Thread", "1000 20 3");
        thread("8", "GC Thread#0", "5000 700 12");
        thread("9", "G1 Conc#0", "90000 90000 12");
        thread("10", "sender-0", "90000 90000 12");

        assertThat(counters(tasks))
                .containsOnly(
                        Map.entry(Counters.COLLECTOR_CPU_NANOS, 6_000L),
                        Map.entry(Counters.COLLECTOR_WAITED_NANOS, 720L));
    }

    @Test
    void threadsAreLookedAtAfterACollectionAlone() throws IOException {
        var collections = new AtomicLong();
        var turns = new CollectorTurns(tasks, collections::get);
        thread("7", "VM Thread", "1000 20 3");
        assertThat(turns.ranNanos()).isEqualTo(1000);

        thread("7", "VM Thread", "5000 60 4");
        assertThat(turns.ranNanos()).isEqualTo(1000);

        thread("8", "GC Thread#0", "10 1 1");
        collections.incrementAndGet();
        assertThat(turns.ranNanos()).isEqualTo(5010);
        assertThat(turns.waitedNanos()).isEqualTo(61);
    }

    @Test
    void threadThatHasEndedMeanwhileHidesNoOther() throws IOException {
        Files.createDirectory(tasks.resolve("7"));
        thread("8", "GC Thread#0", "5000 700 12");

        assertThat(counters(tasks)).containsEntry(Counters.COLLECTOR_WAITED_NANOS, 700L);
    }

    @Test
    void kernelThatCountsNoSuchTimesTellsNothing() throws IOException {
        thread("8", "GC Thread#0", "");

        assertThat(counters(tasks)).isEmpty();
        assertThat(counters(tasks.resolve("none"))).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void collectorsOfThisJvmAreFound() {
        System.gc();

        assertThat(counters(Path.of("/proc/self/task")).get(Counters.COLLECTOR_CPU_NANOS))
                .isPositive();
    }

    private void thread(String id, String name, String schedstat) throws IOException {
        Path thread = Files.createDirectories(tasks.resolve(id));
        Files.writeString(
                thread.resolve("stat"), "%s (%s) S 1 1 1 0 -1 0 0 0 0 0 9 9 0 0 20 0 1 0".formatted(id, name));
        Files.writeString(thread.resolve("schedstat"), schedstat + "\n");
    }

    private static Map<String, Long> counters(Path tasks) {
        var counters = new HashMap<String, Long>();
        new CollectorTurns(tasks, () -> 0).addTo(counters);
        return counters;
    }
}
