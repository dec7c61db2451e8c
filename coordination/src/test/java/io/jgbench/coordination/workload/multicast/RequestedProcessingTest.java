package io.jgbench.coordination.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each of two members receives 5,000 messages a second of each of two senders. */
class RequestedProcessingTest {

    @Test
    void rawUdpReceivesTheMessagesOfAllSendersWithOneThread() {
        assertThat(bottleneck("udp", Duration.ofNanos(80_000))).hasValueSatisfying(found -> {
            assertThat(found.type()).isEqualTo(BottleneckType.RECEIVER);
            assertThat(found.message())
                    .startsWith("multicast.processingDelay has each member spend 0.080 ms with a message, which took"
                            + " 80 % of the time between two messages. With");
        });
    }

    @Test
    void otherTransportsHandOverTheMessagesOfDifferentSendersSideBySide() {
        assertThat(bottleneck("tcp", Duration.ofNanos(80_000)))
                .hasValueSatisfying(found -> assertThat(found.message()).doesNotContain("processingDelay"));
        assertThat(bottleneck("tcp", Duration.ofNanos(160_000)))
                .hasValueSatisfying(found -> assertThat(found.message())
                        .startsWith(
                                "multicast.processingDelay has each member spend 0.160 ms with a message, which took"
                                        + " 80 % of the time between two messages of a sender. With"));
    }

    private static Optional<Bottleneck> bottleneck(String transport, Duration processingDelay) {
        var spec = new MulticastSpec(
                2, RunLength.of(5_000), 1000, Warmup.of(0), 1, Duration.ofMillis(100), processingDelay, 100);
        return TestRun.of(spec, workload(0), workload(1))
                .over(transport)
                .result()
                .bottleneck();
    }

    private static WorkloadReport workload(int index) {
        return TestReport.whole(index, 2, 5_000).report().workload();
    }
}
