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
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CpuWaitTest {
    @TempDir
    private Path tasks;

    private CpuWait wait;

    @BeforeEach
    void make() {
        wait = new CpuWait(tasks);
    }

    @Test
    void timesInTheRunQueueAreSummedOverThreads() throws IOException {
        thread("11", "4711000 1338000 12");
        thread("12", "1 2000 3");

        assertThat(waited()).containsExactly(Map.entry(Counters.CPU_WAITED_NANOS, 1_340_000L));
    }

    @Test
    void whatAThreadHadWaitedStaysInTheSumWhenItHasEnded() throws IOException {
        thread("11", "4711000 1338000 12");
        waited();
        Files.delete(tasks.resolve("11/schedstat"));
        Files.delete(tasks.resolve("11"));
        thread("12", "1 2000 3");

        assertThat(waited()).containsEntry(Counters.CPU_WAITED_NANOS, 1_340_000L);
    }

    @Test
    void kernelThatCountsNoSuchTimesTellsNothing() throws IOException {
        Files.createDirectory(tasks.resolve("11"));
        thread("12", "0 0");
        thread("13", "");

        assertThat(new CpuWait(tasks.resolve("none"))).satisfies(none -> {
            var counters = new HashMap<String, Long>();
            none.addTo(counters);
            assertThat(counters).isEmpty();
        });
        assertThat(waited()).containsEntry(Counters.CPU_WAITED_NANOS, 0L);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void linuxTellsOfThisProcess() {
        var counters = new HashMap<String, Long>();
        new CpuWait(Path.of("/proc/self/task")).addTo(counters);

        assertThat(counters).containsKey(Counters.CPU_WAITED_NANOS);
    }

    private void thread(String id, String schedstat) throws IOException {
        Files.writeString(Files.createDirectories(tasks.resolve(id)).resolve("schedstat"), schedstat + "\n");
    }

    private Map<String, Long> waited() {
        var counters = new HashMap<String, Long>();
        wait.addTo(counters);
        return counters;
    }
}
