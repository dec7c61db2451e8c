package io.jgbench.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.protocol.Counters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberSamplerTest {
    /** Twenty samples take half a second, or ten seconds beside a measurement. */
    private static final Duration OFTEN_TAKES_AT_MOST = Duration.ofSeconds(8);

    private final MemberSampler sampler =
            new MemberSampler(new SocketQueues(Path.of("/proc/self")), new RunQueueWait(Path.of("/proc")), () -> 0);

    @Test
    void tellsNothingBeforeItHasBegun() {
        assertThat(counters()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void looksAtTheQueuesOfSocketsWhileItRuns() {
        sampler.begin();
        try {
            await().untilAsserted(() ->
                    assertThat(counters().get(Counters.QUEUE_SAMPLES)).isGreaterThan(1));
            assertThat(counters())
                    .containsKeys(
                            Counters.STALLED_NANOS,
                            Counters.STOPPED_NANOS,
                            Counters.DELAYED_NANOS,
                            Counters.RECEIVE_QUEUE_BYTES,
                            Counters.SEND_QUEUE_BYTES);
        } finally {
            sampler.close();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void looksOftenUntilTheRehearsalIsOverAndTwiceASecondThen() {
        sampler.begin();
        sampler.rehearse();
        try {
            await().atMost(OFTEN_TAKES_AT_MOST).until(() -> samples() > 20);
            sampler.endRehearsal();
            // before it is read: however late this thread is then, more than these samples are not taken since
            long then = System.nanoTime();
            long before = samples();
            // one that the rehearsal had begun, one at any time, and two of which each takes half a second
            await().until(() -> samples() >= before + 4);

            assertThat(Duration.ofNanos(System.nanoTime() - then)).isGreaterThan(Duration.ofMillis(900));
        } finally {
            sampler.close();
        }
    }

    /** In milliseconds, of a thread that meant to sleep 50. */
    @ParameterizedTest
    @CsvSource({
        // it was a little late
        "69, 0, 0, 0, 0",
        // the process was stopped
        "150, 0, 0, 125, 125",
        // the host let it wait for a CPU
        "150, 90, 0, 0, 0",
        // the collector stopped it: at the begin of the sleep, in its middle, and just before its end
        "100, 0, 100, 75, 0",
        "125, 0, 100, 100, 0",
        "149, 0, 100, 124, 0",
        // it was stopped after a short pause of the collector
        "150, 0, 9, 125, 116",
        // it was stopped after a long one
        "250, 0, 100, 225, 125"
    })
    void pauseOfTheCollectorIsNoTimeInWhichTheProcessWasStopped(
            long elapsed, long waitedForCpu, long collected, long stalled, long stopped) {
        woke(elapsed, waitedForCpu, collected);

        assertThat(Duration.ofNanos(sampler.stalledNanos())).isEqualTo(Duration.ofMillis(stalled));
        assertThat(Duration.ofNanos(sampler.stoppedNanos())).isEqualTo(Duration.ofMillis(stopped));
    }

    @Test
    void pausesThatAreTooShortToBeNoticedTakeNothingFromTheTimeInWhichTheProcessWasStopped() {
        for (int i = 0; i < 10; i++) {
            woke(55, 0, 9);
        }
        woke(150, 0, 0);

        assertThat(Duration.ofNanos(sampler.stalledNanos())).isEqualTo(Duration.ofMillis(125));
        assertThat(Duration.ofNanos(sampler.stoppedNanos())).isEqualTo(Duration.ofMillis(125));
        assertThat(Duration.ofNanos(sampler.delayedNanos())).isEqualTo(Duration.ofMillis(150));
    }

    private void woke(long elapsedMillis, long waitedForCpuMillis, long collectedMillis) {
        sampler.woke(nanos(50), nanos(elapsedMillis), nanos(waitedForCpuMillis), nanos(collectedMillis));
    }

    private static long nanos(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    private long samples() {
        return counters().getOrDefault(Counters.QUEUE_SAMPLES, 0L);
    }

    private Map<String, Long> counters() {
        var counters = new HashMap<String, Long>();
        sampler.addTo(counters);
        return counters;
    }
}
