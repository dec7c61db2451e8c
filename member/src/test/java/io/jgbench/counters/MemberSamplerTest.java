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

class MemberSamplerTest {
    /** Twenty samples take half a second, or ten seconds beside a measurement. */
    private static final Duration OFTEN_TAKES_AT_MOST = Duration.ofSeconds(8);

    private final MemberSampler sampler =
            new MemberSampler(new SocketQueues(Path.of("/proc/self")), new RunQueueWait(Path.of("/proc")));

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

    private long samples() {
        return counters().getOrDefault(Counters.QUEUE_SAMPLES, 0L);
    }

    private Map<String, Long> counters() {
        var counters = new HashMap<String, Long>();
        sampler.addTo(counters);
        return counters;
    }
}
