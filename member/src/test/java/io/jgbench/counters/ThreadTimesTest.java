package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Counters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadTimesTest {
    @TempDir
    Path tasks;

    @Test
    void cpuTimeOfEachThreadIsThatOfItsProgramAndOfTheKernelForIt() throws IOException {
        thread(12, "12 (UDP (mcast) rcv) S 1 1 1 0 -1 4194368 10 0 0 0 150 50 0 0 20 0 40 0 3");

        assertThat(counters()).containsExactly(Map.entry("threadCpuNanos.UDP (mcast) rcv/12", 2_000_000_000L));
    }

    @Test
    void systemWithoutThreadsInFilesTellsNothing() {
        var counters = new HashMap<String, Long>();
        new ThreadTimes(tasks.resolve("none")).addTo(counters);

        assertThat(counters).isEmpty();
    }

    @Test
    void threeBusiestThreadsAreKeptBesideAllOtherCounters() {
        var all = Map.of(
                Counters.GC_NANOS,
                5L,
                Counters.THREAD_CPU_NANOS + "a/1",
                1L,
                Counters.THREAD_CPU_NANOS + "b/2",
                4L,
                Counters.THREAD_CPU_NANOS + "c/3",
                3L,
                Counters.THREAD_CPU_NANOS + "d/4",
                2L);

        assertThat(ThreadTimes.busiest(all))
                .containsOnlyKeys(
                        Counters.GC_NANOS,
                        Counters.THREAD_CPU_NANOS + "b/2",
                        Counters.THREAD_CPU_NANOS + "c/3",
                        Counters.THREAD_CPU_NANOS + "d/4");
    }

    @Test
    void compilersAndCollectorsDoNotHideTheOtherThreads() {
        var all = Map.of(
                Counters.THREAD_CPU_NANOS + "C2 CompilerThre/1",
                9L,
                Counters.THREAD_CPU_NANOS + "C1 CompilerThre/2",
                8L,
                Counters.THREAD_CPU_NANOS + "GC Thread#0/3",
                7L,
                Counters.THREAD_CPU_NANOS + "sender-0/4",
                2L);

        assertThat(ThreadTimes.busiest(all))
                .containsOnlyKeys(
                        Counters.THREAD_CPU_NANOS + "C2 CompilerThre/1", Counters.THREAD_CPU_NANOS + "sender-0/4");
    }

    @Test
    void threadsThatDidNothingAreLeftOut() {
        assertThat(ThreadTimes.busiest(Map.of(Counters.THREAD_CPU_NANOS + "a/1", 0L)))
                .isEmpty();
    }

    private void thread(int id, String stat) throws IOException {
        Files.writeString(
                Files.createDirectory(tasks.resolve(String.valueOf(id))).resolve("stat"), stat);
    }

    private Map<String, Long> counters() {
        var counters = new HashMap<String, Long>();
        new ThreadTimes(tasks).addTo(counters);
        return counters;
    }
}
