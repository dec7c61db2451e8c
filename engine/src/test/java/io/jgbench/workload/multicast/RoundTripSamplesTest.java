package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.EpochClock;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RoundTripSamplesTest {
    private static final int UNDER_WAY = 70_000;

    private final byte[] message = new byte[MulticastHeader.BYTES];
    private final RoundTripSamples samples =
            new RoundTripSamples(Long.MAX_VALUE / 2, 1, RoundTripSamples.NEVER, EpochClock.system());

    @Test
    void sampleWhoseInstantWasWrittenOverByALaterOneIsNotTimed() {
        IntStream.range(0, UNDER_WAY).forEach(sequence -> samples.sent(sequence, message));

        samples.received(0);
        assertThat(timed()).isZero();

        samples.received(UNDER_WAY - 1);
        assertThat(timed()).isEqualTo(1);
    }

    private long timed() {
        Histogram total = RoundTripSamples.emptyHistogram();
        samples.addTo(total);
        return total.getTotalCount();
    }
}
