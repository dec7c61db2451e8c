package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.workload.multicast.MulticastReport.Sample;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MulticastSamplesTest {
    @Test
    void ratesAreThoseOfMessagesAndBytesReceivedSinceTheSampleBefore() {
        var samples = new MulticastSamples(1000, () -> 70, () -> 30, () -> 5);

        Sample rated =
                samples.rated(samples.now(), new Sample(0, 50, 30, 0, 0, 0, 0), TimeUnit.MILLISECONDS.toNanos(100));

        assertThat(rated.epochNanos()).isEqualTo(5);
        assertThat(rated.messages()).isEqualTo(70);
        assertThat(rated.sent()).isEqualTo(30);
        assertThat(rated.messagesPerSecond()).isEqualTo(200);
        assertThat(rated.bytesPerSecond()).isEqualTo(200_000);
    }
}
