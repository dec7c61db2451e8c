package io.jgbench.workload.messagebus;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Sending;
import io.jgbench.workload.Lateness;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SendPlanTest {
    /** A message of 100 bytes each 100 ms from each of two threads. */
    private static final long RATE = 2_000;

    private static final long GAP = 100_000_000;
    private static final long LATER_THAN_ALL = Long.MAX_VALUE;

    @Test
    void evenMessagesOfAllMembersAreDueAtTheSameInstantsAndThoseOfTheirThreadsInBetween() throws Exception {
        assertThat(due(Arrivals.EVEN, 0, 0)).containsExactly(0, GAP, 2 * GAP);
        assertThat(due(Arrivals.EVEN, 3, 0)).containsExactly(0, GAP, 2 * GAP);
        assertThat(due(Arrivals.EVEN, 0, 1)).containsExactly(GAP / 2, GAP + GAP / 2, 2 * GAP + GAP / 2);
        assertThat(due(Arrivals.EVEN, 3, 1)).containsExactly(GAP / 2, GAP + GAP / 2, 2 * GAP + GAP / 2);
    }

    @Test
    void staggeredOnesOfEachMemberAndThreadAreLaterByTheirPartOfAGap() throws Exception {
        assertThat(due(Arrivals.STAGGERED, 0, 0)).containsExactly(0, GAP, 2 * GAP);
        assertThat(due(Arrivals.STAGGERED, 2, 0)).containsExactly(0, GAP + GAP / 4, 2 * GAP + GAP / 4);
        assertThat(due(Arrivals.STAGGERED, 0, 1)).containsExactly(GAP / 2, GAP + GAP / 2, 2 * GAP + GAP / 2);
    }

    @Test
    void eachMemberAndThreadHasRandomInstantsOfItsOwn() throws Exception {
        assertThat(due(Arrivals.POISSON, 1, 0))
                .isSorted()
                .startsWith(0)
                .isEqualTo(due(Arrivals.POISSON, 1, 0))
                .isNotEqualTo(due(Arrivals.POISSON, 1, 1))
                .isNotEqualTo(due(Arrivals.POISSON, 2, 0));
    }

    @Test
    void evenMessagesOfAnySizesKeepTheRateOfBytes() throws Exception {
        var sent = new OutStreams();
        SendPlan plan = plan(Arrivals.EVEN, 0, 0);

        sent.add(0, 250, false);

        assertThat(plan.await(sent, LATER_THAN_ALL, () -> false)).isEqualTo(250 * GAP / 100);
    }

    /** Two messages a second of 64 threads, of which each has one in 32 s. */
    @ParameterizedTest
    @EnumSource(names = {"EVEN", "STAGGERED"})
    void longestPauseIsAsLongAsAThreadWaitsForItsNextMessage(Arrivals arrivals) throws Exception {
        MessageBusSpec spec = TestBus.streaming()
                .threads(64)
                .rate(200)
                .arriving(arrivals)
                .lasting(Duration.ofHours(1))
                .spec();
        var sent = new OutStreams();
        SendPlan plan = SendPlan.of(spec.sending(), 200, 3, 4, 63, new Lateness(), () -> Long.MAX_VALUE);
        plan.begin(0);
        long first = plan.await(sent, LATER_THAN_ALL, () -> false);
        sent.add(0, 100, false);

        assertThat(plan.await(sent, LATER_THAN_ALL, () -> false) - first)
                .isBetween(
                        Duration.ofSeconds(32).toNanos(),
                        spec.longestPauseWithoutLoss().toNanos());
    }

    @Test
    void waitForAMessageEndsWhereItIsStopped() throws Exception {
        var sent = new OutStreams();
        var clock = EpochClock.system();
        SendPlan plan = plan(Arrivals.EVEN, 0, 0, clock);
        plan.begin(clock.epochNanos() + Duration.ofHours(1).toNanos());
        var asked = new AtomicInteger();

        long due = plan.await(sent, LATER_THAN_ALL, () -> asked.incrementAndGet() > 1);

        assertThat(due)
                .isGreaterThan(clock.epochNanos() + Duration.ofMinutes(50).toNanos());
    }

    /** Of the first three messages. */
    private static long[] due(Arrivals arrivals, int member, int thread) throws InterruptedException {
        SendPlan plan = plan(arrivals, member, thread);
        var sent = new OutStreams();
        long[] due = new long[3];
        for (int i = 0; i < due.length; i++) {
            due[i] = plan.await(sent, LATER_THAN_ALL, () -> false);
            sent.add(0, 100, false);
        }
        return due;
    }

    /** The clock has passed all of them. */
    private static SendPlan plan(Arrivals arrivals, int member, int thread) {
        return plan(arrivals, member, thread, () -> Long.MAX_VALUE);
    }

    private static SendPlan plan(Arrivals arrivals, int member, int thread, EpochClock clock) {
        Sending sending = TestBus.streaming()
                .threads(2)
                .rate(RATE)
                .arriving(arrivals)
                .spec()
                .sending();
        SendPlan plan = SendPlan.of(sending, RATE, member, 4, thread, new Lateness(), clock);
        plan.begin(0);
        return plan;
    }
}
