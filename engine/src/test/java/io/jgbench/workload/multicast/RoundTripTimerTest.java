package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.EpochClock;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RoundTripTimerTest {
    private static final int UNDER_WAY = 70_000;

    private final byte[] message = new byte[MulticastHeader.BYTES];
    private final RoundTripTimer timer =
            new RoundTripTimer(Long.MAX_VALUE / 2, 1, RoundTripTimer.NEVER, EpochClock.system());

    @Test
    void sampleWhoseInstantWasWrittenOverByALaterOneIsNotTimed() {
        IntStream.range(0, UNDER_WAY).forEach(sequence -> timer.sent(sequence, message));

        timer.received(0);
        assertThat(timed()).isZero();

        timer.received(UNDER_WAY - 1);
        assertThat(timed()).isEqualTo(1);
    }

    @Test
    void samplesOfAWarmUpAreForgottenFromTheFirstOnAndThenLessOften() {
        var warmup = new RoundTripTimer(Long.MAX_VALUE / 2, 1, 4, EpochClock.system());

        assertThat(LongStream.range(0, 13).map(sequence -> timedAfter(warmup, sequence)))
                .containsExactly(1L, 1L, 2L, 1L, 2L, 3L, 4L, 1L, 2L, 3L, 4L, 1L, 2L);
    }

    private long timedAfter(RoundTripTimer taking, long sequence) {
        taking.sent(sequence, message);
        taking.received(sequence);
        return timed(taking);
    }

    private long timed() {
        return timed(timer);
    }

    private static long timed(RoundTripTimer timer) {
        Histogram total = RoundTripTimer.emptyHistogram();
        timer.addTo(total);
        return total.getTotalCount();
    }
}
