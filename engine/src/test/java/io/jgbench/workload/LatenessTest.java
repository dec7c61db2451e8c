package io.jgbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.OpenLoopReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenessTest {
    private static final long BEGIN = 1_000_000_000_000L;
    private static final long MILLI = 1_000_000;

    private final Lateness lateness = new Lateness();
    private final Lateness.OfThread thread = lateness.ofThread();

    @Test
    void threadThatWokeUpLateIsTheGenerators() {
        lateness.begin(BEGIN);
        thread.handsOver(BEGIN + MILLI, true, BEGIN + 4 * MILLI);
        thread.ended();

        assertThat(largest(lateness.report().lateHistogram())).isBetween(3 * MILLI - 5000, 3 * MILLI + 5000);
        assertThat(largest(lateness.report().generatorHistogram())).isBetween(3 * MILLI - 5000, 3 * MILLI + 5000);
    }

    @Test
    void threadThatTheTransportHeldIsTheTransports() {
        lateness.begin(BEGIN);
        thread.handsOver(BEGIN + MILLI, true, BEGIN + MILLI);
        thread.handsOver(BEGIN + 2 * MILLI, false, BEGIN + 50 * MILLI);
        thread.handsOver(BEGIN + 3 * MILLI, false, BEGIN + 51 * MILLI);
        thread.ended();

        assertThat(largest(lateness.report().lateHistogram())).isGreaterThan(47 * MILLI);
        assertThat(largest(lateness.report().generatorHistogram())).isZero();
    }

    @Test
    void whatAPacerHoldsBackAfterTheTransportLetGoIsNotTheGenerators() {
        lateness.begin(BEGIN);
        thread.handsOver(BEGIN + MILLI, true, BEGIN + MILLI);
        thread.handsOver(BEGIN + 2 * MILLI, false, BEGIN + 50 * MILLI);
        thread.handsOver(BEGIN + 3 * MILLI, BEGIN + 51 * MILLI, true, BEGIN + 53 * MILLI);
        thread.ended();

        assertThat(largest(lateness.report().lateHistogram())).isGreaterThan(49 * MILLI);
        assertThat(largest(lateness.report().generatorHistogram())).isBetween(2 * MILLI - 5000, 2 * MILLI + 5000);
    }

    @Test
    void whatIsMadeUpForAfterALateWakeUpIsTheGeneratorsStill() {
        lateness.begin(BEGIN);
        thread.handsOver(BEGIN + MILLI, true, BEGIN + 4 * MILLI);
        thread.handsOver(BEGIN + 2 * MILLI, false, BEGIN + 4 * MILLI);
        thread.handsOver(BEGIN + 3 * MILLI, false, BEGIN + 30 * MILLI);
        thread.ended();

        Histogram own = HistogramText.decode(lateness.report().generatorHistogram());
        assertThat(own.getTotalCount()).isEqualTo(3);
        assertThat(own.getCountBetweenValues(2 * MILLI - 5000, 2 * MILLI + 5000))
                .isEqualTo(2);
        assertThat(own.getMaxValue()).isLessThan(4 * MILLI);
    }

    @Test
    void shareOfTheRateThatWasKeptIsThatOfTheThreadThatLeftAUnitFurthestBehind() {
        lateness.begin(BEGIN);
        Lateness.OfThread other = lateness.ofThread();
        thread.handsOver(BEGIN + 90 * MILLI, true, BEGIN + 90 * MILLI);
        thread.leaves(BEGIN + 110 * MILLI, BEGIN + 100 * MILLI);
        other.handsOver(BEGIN + 40 * MILLI, true, BEGIN + 40 * MILLI);
        other.leaves(BEGIN + 50 * MILLI, BEGIN + 100 * MILLI);
        thread.ended();
        other.ended();

        OpenLoopReport report = lateness.report();
        assertThat(report.plannedNanos()).isEqualTo(50 * MILLI);
        assertThat(report.tookNanos()).isEqualTo(100 * MILLI);
        assertThat(report.keptShare()).isEqualTo(0.5);
        assertThat(report.leftNanos()).isEqualTo(50 * MILLI);
    }

    @Test
    void whatHoldsAThreadAfterTimeIsOverSaysNothingOfItsRate() {
        lateness.begin(BEGIN);
        thread.handsOver(BEGIN + 99 * MILLI, true, BEGIN + 99 * MILLI);
        lateness.over(BEGIN + 100 * MILLI);
        thread.leaves(BEGIN + 100 * MILLI, BEGIN + 900 * MILLI);
        thread.ended();

        assertThat(lateness.report().keptShare()).isEqualTo(1);
    }

    /** As a sender of MessageBus does that was waiting for it. */
    @Test
    void unitThatWasDueBeforeTheEndAndHandedOverAfterItIsLateAndNotLeft() {
        lateness.begin(BEGIN);
        thread.handsOver(BEGIN + 99 * MILLI, true, BEGIN + 104 * MILLI);
        thread.leaves(BEGIN + 100 * MILLI, BEGIN + 100 * MILLI);
        thread.ended();

        OpenLoopReport report = lateness.report();
        assertThat(report.tookNanos()).isEqualTo(104 * MILLI);
        assertThat(report.keptShare()).isLessThan(1);
        assertThat(report.leftNanos()).isEqualTo(OpenLoopReport.NOTHING_LEFT);
        assertThat(report.leftShare(Duration.ofMillis(100))).isZero();
    }

    @Test
    void unitIsLeftHoweverMuchLaterAnotherOneWasHandedOver() {
        lateness.begin(BEGIN);
        Lateness.OfThread other = lateness.ofThread();
        thread.handsOver(BEGIN + 90 * MILLI, true, BEGIN + 130 * MILLI);
        thread.leaves(BEGIN + 100 * MILLI, BEGIN + 100 * MILLI);
        other.leaves(BEGIN + 98 * MILLI, BEGIN + 100 * MILLI);
        thread.ended();
        other.ended();

        assertThat(lateness.report().leftNanos()).isEqualTo(2 * MILLI);
        assertThat(lateness.report().leftShare(Duration.ofMillis(100))).isEqualTo(0.02);
    }

    /** As callers that make one request each: what was due early and late says nothing of the rate. */
    @Test
    void threadThatHadNothingMoreToHandOverIsNotBehind() {
        lateness.begin(BEGIN);
        Lateness.OfThread early = lateness.ofThread();
        early.handsOver(BEGIN + 10 * MILLI, true, BEGIN + 16 * MILLI);
        thread.handsOver(BEGIN + 990 * MILLI, true, BEGIN + 990 * MILLI);
        early.ended();
        thread.ended();

        assertThat(lateness.report().keptShare()).isEqualTo(1);
    }

    @Test
    void unitsThatWereHandedOverLateTookLonger() {
        lateness.begin(BEGIN);
        Lateness.OfThread other = lateness.ofThread();
        thread.handsOver(BEGIN + 90 * MILLI, true, BEGIN + 90 * MILLI);
        other.handsOver(BEGIN + 80 * MILLI, false, BEGIN + 120 * MILLI);
        thread.ended();
        other.ended();

        assertThat(lateness.report().keptShare()).isEqualTo(0.75);
    }

    @Test
    void loopOfOneUnitKeptItsRate() {
        lateness.begin(BEGIN);
        thread.handsOver(BEGIN, false, BEGIN);
        thread.ended();

        assertThat(lateness.report().keptShare()).isEqualTo(1);
    }

    @Test
    void delaysOfAllThreadsAreInTheReportHoweverManyEachHas() {
        lateness.begin(BEGIN);
        Lateness.OfThread other = lateness.ofThread();
        for (int unit = 1; unit <= 1000; unit++) {
            thread.handsOver(BEGIN + unit * MILLI, true, BEGIN + (unit + 1) * MILLI);
        }
        for (int unit = 1; unit <= 3; unit++) {
            other.handsOver(BEGIN + unit * MILLI, true, BEGIN + (unit + 4) * MILLI);
        }
        thread.ended();
        other.ended();

        for (String histogram :
                List.of(lateness.report().lateHistogram(), lateness.report().generatorHistogram())) {
            Histogram delays = HistogramText.decode(histogram);
            assertThat(delays.getTotalCount()).isEqualTo(1003);
            assertThat(delays.getCountBetweenValues(4 * MILLI - 5000, 4 * MILLI + 5000))
                    .isEqualTo(3);
        }
    }

    @Test
    void delaysOfAThreadThatGoesOnAreInEachReportOnce() {
        lateness.begin(BEGIN);
        handOver(1, 40);
        assertDelays(40);

        handOver(41, 200);
        assertDelays(200);

        thread.ended();
        assertDelays(200);
    }

    private void handOver(int first, int last) {
        for (int unit = first; unit <= last; unit++) {
            thread.handsOver(BEGIN + unit * MILLI, true, BEGIN + (unit + 1) * MILLI);
        }
    }

    private void assertDelays(long count) {
        OpenLoopReport report = lateness.report();
        assertThat(List.of(report.lateHistogram(), report.generatorHistogram()))
                .allSatisfy(
                        histogram -> assertThat(HistogramText.decode(histogram).getTotalCount())
                                .isEqualTo(count));
    }

    @Test
    void threadsThatHandOverAtTheSameTimeLoseNoDelay() throws Exception {
        lateness.begin(BEGIN);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Lateness.OfThread own = lateness.ofThread();
            threads.add(Thread.ofPlatform().start(() -> {
                for (int unit = 1; unit <= 10_000; unit++) {
                    own.handsOver(BEGIN + unit, true, BEGIN + unit);
                }
                own.ended();
            }));
        }
        for (Thread started : threads) {
            started.join();
        }

        assertThat(HistogramText.decode(lateness.report().lateHistogram()).getTotalCount())
                .isEqualTo(40_000);
    }

    private static long largest(String histogram) {
        return HistogramText.decode(histogram).getMaxValue();
    }
}
