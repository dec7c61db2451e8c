package io.jgbench.coordination.stalls;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StallRuleTest {
    private static final long BEGAN = 1_800_000_000_000_000_000L;
    private static final long MILLI = 1_000_000;
    private static final int PER_MILLI = 40;

    @Test
    void timeInWhichNothingArrivesIsAStallWithItsBeginAndItsLength() {
        var stalls = stalls(10_000, silent(5_230, 6_330));

        assertThat(stalls).singleElement().satisfies(stall -> {
            assertThat(stall.member()).isEqualTo("member-1");
            assertThat(stall.fromNanos()).isBetween(5_220 * MILLI, 5_240 * MILLI);
            assertThat(stall.durationNanos()).isBetween(1_090 * MILLI, 1_110 * MILLI);
            assertThat(stall.arrived()).isZero();
            assertThat(stall.usual()).isBetween(43_000L, 45_000L);
        });
    }

    @Test
    void silenceBeforeTheFirstUnitIsAStallFromWhenItWasDue() {
        assertThat(stalls(10_000, silent(0, 3_000))).singleElement().satisfies(stall -> {
            assertThat(stall.fromNanos()).isZero();
            assertThat(stall.durationNanos()).isBetween(2_990 * MILLI, 3_010 * MILLI);
        });
        assertThat(StallRule.stalls(
                        "member-1", series(10_000, silent(0, 3_000), Map.of()), 3_000 * MILLI, 10_000 * MILLI))
                .isEmpty();
    }

    @Property(tries = 200)
    void silenceOfThreeHundredMillisIsFoundWhereverItLies(@ForAll @IntRange(min = 500, max = 9_000) int from) {
        assertThat(stalls(10_000, silent(from, from + 310))).hasSize(1);
        assertThat(stalls(10_000, silent(from, from + 240))).isEmpty();
    }

    @Test
    void rateThatHalvesFromSecondToSecondIsNoStall() {
        assertThat(stalls(20_000, milli -> milli / 1000 % 2 == 0 ? PER_MILLI : PER_MILLI / 2))
                .isEmpty();
    }

    @Test
    void intervalsThatDifferByChanceAreNoStall() {
        var random = new SplittableRandom(42);

        assertThat(stalls(60_000, _ -> random.nextInt(100) < 3 ? 1 : 0)).isEmpty();
    }

    @Test
    void unitsThatComeSeldomAreNotJudged() {
        assertThat(stalls(60_000, milli -> milli % 1000 == 0 ? 1 : 0)).isEmpty();
    }

    @Test
    void silenceThatLastsForMostOfTheTimeIsFound() {
        assertThat(stalls(40_000, silent(5_000, 40_000)))
                .singleElement()
                .satisfies(stall -> assertThat(stall.durationNanos()).isBetween(34_900 * MILLI, 35_100 * MILLI));
    }

    @Test
    void whatComesAfterTheEndIsNotLookedAt() {
        var series = series(12_000, silent(10_000, 12_000), Map.of());

        assertThat(StallRule.stalls("member-1", series, 0, 10_000 * MILLI)).isEmpty();
        assertThat(StallRule.stalls("member-1", series, 0, 12_000 * MILLI)).hasSize(1);
    }

    @Test
    void stallTellsWhatElseWasCountedThen() {
        LongUnaryOperator collects = milli -> milli >= 5_000 && milli < 5_800 ? MILLI : 0;
        LongUnaryOperator before = milli -> milli == 1_000 ? 7 : 0;
        var series = series(
                10_000, silent(5_000, 5_800), Map.of(Counters.GC_NANOS, collects, Counters.RETRANSMISSIONS, before));

        assertThat(StallRule.stalls("member-1", series, 0, 10_000 * MILLI))
                .singleElement()
                .satisfies(stall ->
                        assertThat(stall.meanwhile()).containsExactly(Map.entry(Counters.GC_NANOS, 800 * MILLI)));
    }

    @Test
    void whatTheKernelCountsIsReadUpToASecondLater() {
        LongUnaryOperator later = milli -> milli == 6_700 ? 7 : 0;
        var series = series(
                10_000,
                silent(5_000, 5_800),
                Map.of(Counters.TCP_RETRANSMITTED_SEGMENTS, later, Counters.RETRANSMISSIONS, later));

        assertThat(StallRule.stalls("member-1", series, 0, 10_000 * MILLI))
                .singleElement()
                .satisfies(stall -> assertThat(stall.meanwhile())
                        .containsExactly(Map.entry(Counters.TCP_RETRANSMITTED_SEGMENTS, 7L)));
    }

    @Test
    void collectionWhileTheMemberCatchesUpIsNoCauseOfTheStall() {
        LongUnaryOperator collects = milli -> milli >= 5_650 && milli < 6_250 ? MILLI : 0;
        var series = series(10_000, silent(5_000, 5_400), Map.of(Counters.GC_NANOS, collects));

        assertThat(StallRule.stalls("member-1", series, 0, 10_000 * MILLI))
                .singleElement()
                .satisfies(stall -> assertThat(stall.meanwhile()).isEmpty());
    }

    @Test
    void processStoodStillNoLongerThanTheStallAndItsCollectorsThreadsTogetherMayHave() {
        LongUnaryOperator atTheEnd = milli -> milli == 5_450 ? 600 * MILLI : 0;
        var series = series(
                10_000,
                silent(5_000, 5_400),
                Map.of(
                        Counters.GC_NANOS,
                        atTheEnd,
                        Counters.STALLED_NANOS,
                        atTheEnd,
                        Counters.STOPPED_NANOS,
                        atTheEnd,
                        Counters.DELAYED_NANOS,
                        atTheEnd,
                        Counters.COLLECTOR_CPU_NANOS,
                        atTheEnd));

        assertThat(StallRule.stalls("member-1", series, 0, 10_000 * MILLI))
                .singleElement()
                .satisfies(stall -> assertThat(stall.meanwhile())
                        .isEqualTo(Map.of(
                                Counters.GC_NANOS,
                                400 * MILLI,
                                Counters.STALLED_NANOS,
                                400 * MILLI,
                                Counters.STOPPED_NANOS,
                                400 * MILLI,
                                Counters.DELAYED_NANOS,
                                400 * MILLI,
                                Counters.COLLECTOR_CPU_NANOS,
                                600 * MILLI)));
    }

    @Test
    void countBelongsToOneOfTwoStallsThatFollowEachOther() {
        LongUnaryOperator gaps = milli -> isIn(milli, 5_000, 5_400) || isIn(milli, 5_800, 6_200) ? 0 : PER_MILLI;
        // just after the first gap and early in the second one
        LongUnaryOperator resent = milli -> isIn(milli, 5_450, 5_455) || isIn(milli, 5_850, 5_855) ? 1 : 0;
        var series = series(
                10_000, gaps, Map.of(Counters.RETRANSMISSIONS, resent, Counters.TCP_RETRANSMITTED_SEGMENTS, resent));

        assertThat(StallRule.stalls("member-1", series, 0, 10_000 * MILLI))
                .hasSize(2)
                .allSatisfy(stall -> assertThat(stall.meanwhile())
                        .isEqualTo(Map.of(Counters.RETRANSMISSIONS, 5L, Counters.TCP_RETRANSMITTED_SEGMENTS, 5L)));
    }

    @Test
    void timesOfTheKernelThatWereReadAfterTwoStallsBeganAreDividedAndSegmentsCountForTheLaterOne() {
        LongUnaryOperator gaps = milli -> isIn(milli, 5_100, 5_500) || isIn(milli, 5_700, 6_100) ? 0 : PER_MILLI;
        LongUnaryOperator throttled = milli -> milli == 6_000 ? 300 * MILLI : 0;
        LongUnaryOperator segments = milli -> milli == 6_000 ? 7 : 0;
        var series = series(
                10_000,
                gaps,
                Map.of(Counters.CPU_THROTTLED_NANOS, throttled, Counters.TCP_RETRANSMITTED_SEGMENTS, segments));

        var stalls = StallRule.stalls("member-1", series, 0, 10_000 * MILLI);
        assertThat(stalls).hasSize(2);
        assertThat(stalls.getFirst().meanwhile()).isEqualTo(Map.of(Counters.CPU_THROTTLED_NANOS, 150 * MILLI));
        assertThat(stalls.getLast().meanwhile())
                .isEqualTo(Map.of(Counters.CPU_THROTTLED_NANOS, 150 * MILLI, Counters.TCP_RETRANSMITTED_SEGMENTS, 7L));
    }

    @Test
    void longerOfTwoStallsHasMoreOfTheTimeThatWasReadInBothAndAllOfThatBeforeTheOther() {
        LongUnaryOperator gaps = milli -> isIn(milli, 5_100, 5_700) || isIn(milli, 5_900, 6_200) ? 0 : PER_MILLI;
        LongUnaryOperator stolen = milli -> milli == 5_200 ? 50 * MILLI : milli == 6_000 ? 300 * MILLI : 0;
        var series = series(10_000, gaps, Map.of(Counters.CPU_STEAL_NANOS, stolen));

        var stalls = StallRule.stalls("member-1", series, 0, 10_000 * MILLI);
        assertThat(stalls)
                .extracting(Stall::meanwhile)
                .containsExactly(
                        Map.of(Counters.CPU_STEAL_NANOS, 250 * MILLI), Map.of(Counters.CPU_STEAL_NANOS, 100 * MILLI));
    }

    private static boolean isIn(long milli, long from, long to) {
        return milli >= from && milli < to;
    }

    @Test
    void processThatWasStoppedAndTakesTheNextSampleLateHasStalled() {
        var rows = new CountRows(3);
        for (int tenth = 0; tenth <= 100; tenth++) {
            boolean wasStopped = tenth > 50 && tenth < 70;
            if (!wasStopped) {
                long arrived = 4_000L * (tenth <= 50 ? tenth : tenth - 20);
                rows.add(BEGAN / 1000 + tenth * 100_000L, arrived, 0);
            }
        }
        var series = ActivitySeries.of(activity(rows, List.of()), BEGAN);

        assertThat(StallRule.stalls("member-1", series, 0, 10_000 * MILLI))
                .singleElement()
                .satisfies(stall -> assertThat(stall.durationNanos()).isBetween(1_900 * MILLI, 2_000 * MILLI));
    }

    @Test
    void memberWithoutSamplesHasNoStall() {
        assertThat(StallRule.stalls("member-1", ActivitySeries.of(Activity.NONE, BEGAN), 0, Long.MAX_VALUE))
                .isEmpty();
    }

    private static LongUnaryOperator silent(long fromMillis, long toMillis) {
        return milli -> milli >= fromMillis && milli < toMillis ? 0 : PER_MILLI;
    }

    private static List<Stall> stalls(int millis, LongUnaryOperator arrivals) {
        return StallRule.stalls("member-1", series(millis, arrivals, Map.of()), 0, millis * MILLI);
    }

    /** Samples of a run of an hour. */
    @Test
    void whatStoppedTheProcessIsInASampleAfterTheStallHoweverFarSamplesAreApart() {
        LongUnaryOperator notedAfterTheSample = milli -> milli == 14_410 ? 4_000 * MILLI : 0;
        var series = series(60_000, 800, silent(10_400, 14_400), Map.of(Counters.STOPPED_NANOS, notedAfterTheSample));

        assertThat(StallRule.stalls("member-1", series, 0, 60_000 * MILLI))
                .singleElement()
                .satisfies(stall -> assertThat(stall.meanwhile())
                        .containsEntry(Counters.STOPPED_NANOS, Math.min(4_000 * MILLI, stall.durationNanos())));
    }

    @Test
    void processThatIsKnownNotToHaveBeenStoppedIsToldFromOneOfWhichThatIsNotKnown() {
        LongUnaryOperator once = milli -> milli == 5_400 ? 400 * MILLI : 0;
        LongUnaryOperator never = _ -> 0;
        var counted = series(
                10_000, silent(5_000, 5_800), Map.of(Counters.STALLED_NANOS, once, Counters.STOPPED_NANOS, never));
        var notCounted = series(10_000, silent(5_000, 5_800), Map.of(Counters.STALLED_NANOS, once));

        assertThat(StallRule.stalls("member-1", counted, 0, 10_000 * MILLI))
                .singleElement()
                .satisfies(stall -> assertThat(stall.meanwhile())
                        .isEqualTo(Map.of(Counters.STALLED_NANOS, 400 * MILLI, Counters.STOPPED_NANOS, 0L)));
        assertThat(StallRule.stalls("member-1", notCounted, 0, 10_000 * MILLI))
                .singleElement()
                .satisfies(
                        stall -> assertThat(stall.meanwhile()).isEqualTo(Map.of(Counters.STALLED_NANOS, 400 * MILLI)));
    }

    /** Sampled each 100 ms, of what comes in each millisecond. */
    private static ActivitySeries series(
            int millis, LongUnaryOperator arrivals, Map<String, LongUnaryOperator> counters) {
        return series(millis, 100, arrivals, counters);
    }

    private static ActivitySeries series(
            int millis, int apart, LongUnaryOperator arrivals, Map<String, LongUnaryOperator> counters) {
        List<String> names = counters.keySet().stream().sorted().toList();
        long[] row = new long[3 + names.size()];
        var rows = new CountRows(row.length);
        for (int milli = 0; milli <= millis; milli++) {
            if (milli % apart == 0) {
                row[0] = BEGAN / 1000 + milli * 1000L;
                rows.add(row);
            }
            row[1] += arrivals.applyAsLong(milli);
            for (int i = 0; i < names.size(); i++) {
                row[3 + i] += counters.get(names.get(i)).applyAsLong(milli);
            }
        }
        return ActivitySeries.of(activity(rows, names), BEGAN);
    }

    private static Activity activity(CountRows rows, List<String> counters) {
        var columns = new ArrayList<>(List.of(Activity.EPOCH_MICROS, Activity.PROGRESS, Activity.SENT));
        columns.addAll(counters);
        return new Activity(columns, rows.text());
    }
}
