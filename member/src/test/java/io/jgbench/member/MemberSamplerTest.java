package io.jgbench.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.coordination.protocol.Counters;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class MemberSamplerTest {
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

    private Map<String, Long> counters() {
        var counters = new HashMap<String, Long>();
        sampler.addTo(counters);
        return counters;
    }
}
