package io.jgbench.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When the messages of all threads of a sender are due. */
class ThreadArrivalsTest {
    private static final int MEMBERS = 4;

    @Test
    void messagesOfAllThreadsAreEvenlySpreadFromTheStartOn() {
        assertThat(dueMillis(Arrivals.EVEN, 0, 4, 4, 2)).containsExactly(0, 250, 500, 750, 1000, 1250, 1500, 1750);
        assertThat(dueMillis(Arrivals.EVEN, 3, 4, 4, 1)).containsExactly(0, 250, 500, 750);
    }

    @Test
    void staggeredOnesAreLaterByTheMembersPartOfAGapBehindTheFirst() {
        assertThat(dueMillis(Arrivals.STAGGERED, 2, 4, 4, 2)).containsExactly(0, 375, 625, 875, 1125, 1375, 1625, 1875);
    }

    /** A member stands still for longer than is waited for otherwise. */
    @ParameterizedTest
    @EnumSource
    void nothingIsDueForNoLongerThanTheLongestPause(Arrivals arrivals) {
        MulticastSpec spec = spec(arrivals, 64, 2);
        long longest = spec.longestPauseWithoutLoss().toMillis();
        for (int member = 0; member < MEMBERS; member++) {
            // each thread has ten messages of its own in that time, on average
            long[] due = LongStream.of(dueMillis(arrivals, member, 64, 2, 40))
                    .filter(millis -> millis < 320_000)
                    .toArray();

            long gap = IntStream.range(1, due.length)
                    .mapToLong(i -> due[i] - due[i - 1])
                    .max()
                    .orElseThrow();

            assertThat(gap).isLessThanOrEqualTo(longest + 1);
            assertThat(due[0]).isZero();
        }
    }

    /** Of the first messages of each thread, of all threads together. */
    private static long[] dueMillis(Arrivals arrivals, int member, int threads, int rate, int messages) {
        MulticastSpec spec = spec(arrivals, threads, rate);
        return IntStream.range(0, threads)
                .mapToObj(thread -> MulticastWorkload.arrivals(spec, rate, member, MEMBERS, thread))
                .flatMapToLong(each -> LongStream.range(0, messages).map(each::afterBeginNanos))
                .map(nanos -> Math.round(nanos / 1e6))
                .sorted()
                .toArray();
    }

    private static MulticastSpec spec(Arrivals arrivals, int threads, int rate) {
        return new MulticastSpec(
                MEMBERS,
                RunLength.of(1000),
                1000,
                Warmup.NONE,
                threads,
                Duration.ofSeconds(1),
                Duration.ZERO,
                0,
                Optional.of(rate),
                arrivals);
    }
}
