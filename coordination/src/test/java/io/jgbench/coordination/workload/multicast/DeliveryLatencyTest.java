package io.jgbench.coordination.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.result.ClockCourse;
import io.jgbench.coordination.result.ClockCourses;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.workload.registry.Workloads;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DeliveryLatencyTest {
    private static final long SECOND = 1_000_000_000;
    private static final long BEGAN = TestReport.BEGAN;
    private static final long TOOK = 200_000;

    @Test
    void timesBetweenClocksAreThoseLessTheirOffsetsAndKnownToBothErrors() {
        var delivery = delivery(
                        course(3 * SECOND, 20_000, 3 * SECOND, 10_000),
                        course(-5 * SECOND, 30_000, -5 * SECOND, 40_000))
                .orElseThrow();

        assertThat(delivery.latency().p50Micros()).isBetween(200L, 201L);
        assertThat(delivery.latency().maxMicros()).isBetween(200L, 201L);
        assertThat(delivery.errorMicros()).isEqualTo(60);
        assertThat(delivery.driftKnown()).isTrue();
        assertThat(delivery.onlyBounds()).isFalse();
    }

    @Test
    void samplesAreKeptByTheMemberThatReceivedThemWithTheOffsetsTakenOut() {
        var delivery = delivery(
                        course(3 * SECOND, 20_000, 3 * SECOND, 10_000),
                        course(-5 * SECOND, 30_000, -5 * SECOND, 40_000))
                .orElseThrow();

        assertThat(delivery.histograms()).containsOnlyKeys(1);
        Histogram received = HistogramText.decode(delivery.histograms().get(1));
        assertThat(received.getTotalCount()).isEqualTo(10);
        assertThat(received.getValueAtPercentile(50)).isBetween(199_000L, 201_000L);
        var oneWay = delivery.oneWay().orElseThrow();
        assertThat(oneWay.errorMicros()).isEqualTo(60);
        assertThat(oneWay.merged().getTotalCount()).isEqualTo(10);
        assertThat(oneWay.merged().getMaxValue()).isBetween(199_000L, 201_000L);
    }

    @Test
    void samplesOfAllReceiversAreMerged() {
        ClockCourse clock = course(0, 1_000, 0, 1_000);
        var times = new DeliveryTimes(new ClockCourses(Map.of(0, clock, 1, clock, 2, clock)));
        times.add(1, report(rows(0, 100_000, 300_000)));
        times.add(2, report(rows(0, 500_000)));
        times.add(0, report(""));

        DeliveryLatency delivery = times.result().orElseThrow();

        assertThat(delivery.histograms()).containsOnlyKeys(1, 2);
        assertThat(delivery.latency().count()).isEqualTo(3);
        Histogram merged = delivery.oneWay().orElseThrow().merged();
        assertThat(merged.getTotalCount()).isEqualTo(3);
        assertThat(merged.getMaxValue()).isBetween(500_000L, 501_000L);
    }

    private static String rows(int sender, long... apartNanos) {
        var rows = new CountRows(MulticastReport.DELIVERY_COLUMNS.size());
        for (long apart : apartNanos) {
            rows.add(sender, BEGAN / 1000, apart);
        }
        return rows.text();
    }

    @Test
    void driftWhileTheRunWasMeasuredIsTakenOut() {
        // a millisecond in ten seconds: without it the last messages would seem to take 1.2 ms
        var delivery = delivery(course(0, 1_000, 0, 1_000), course(0, 1_000, SECOND / 1000, 1_000))
                .orElseThrow();

        assertThat(delivery.latency().p50Micros()).isBetween(199L, 202L);
        assertThat(delivery.latency().maxMicros()).isBetween(199L, 202L);
    }

    @Test
    void clocksThatAreKnownWorseThanTheTimesOnlyBoundThem() {
        var delivery = delivery(course(0, 200_000, 0, 200_000), course(0, 100_000, 0, 100_000))
                .orElseThrow();

        assertThat(delivery.errorMicros()).isEqualTo(300);
        assertThat(delivery.onlyBounds()).isTrue();
        assertThat(delivery.oneWay()).isEmpty();
    }

    @Test
    void clockThatWasNotMeasuredAfterTheRunIsToldOf() {
        var before = new ClockMeasurement(new ClockOffset(0, 1_000), 5_000, BEGAN);

        var delivery = delivery(course(0, 0, 0, 0), new ClockCourse(before, Optional.empty()))
                .orElseThrow();

        assertThat(delivery.driftKnown()).isFalse();
    }

    @Test
    void clocksOfOneHostNeedNotBeMeasuredAgain() {
        var before = new ClockCourse(new ClockMeasurement(new ClockOffset(7, 0), 5_000, BEGAN), Optional.empty());

        var delivery = delivery(before, before).orElseThrow();

        assertThat(delivery.driftKnown()).isTrue();
        assertThat(delivery.errorMicros()).isZero();
    }

    @Test
    void withoutClocksThereIsNoTimeBetweenThem() {
        var times = new DeliveryTimes(new ClockCourses(Map.of()));
        times.add(1, report(""));

        assertThat(times.result()).isEmpty();
    }

    /** Ten messages of member 0 that reach member 1 in ten seconds, each after the same time. */
    private static Optional<DeliveryLatency> delivery(ClockCourse sender, ClockCourse receiver) {
        var rows = new CountRows(MulticastReport.DELIVERY_COLUMNS.size());
        for (int i = 1; i <= 10; i++) {
            long arrived = BEGAN + i * SECOND;
            rows.add(
                    0,
                    Math.round(arrived + receiver.offsetNanos(arrived)) / 1000,
                    Math.round(TOOK + receiver.offsetNanos(arrived) - sender.offsetNanos(arrived - TOOK)));
        }
        var times = new DeliveryTimes(new ClockCourses(Map.of(0, sender, 1, receiver)));
        times.add(1, report(rows.text()));
        return times.result();
    }

    private static ClockCourse course(long before, long errorBefore, long after, long errorAfter) {
        return new ClockCourse(
                new ClockMeasurement(new ClockOffset(before, errorBefore), 5_000, BEGAN),
                Optional.of(new ClockMeasurement(new ClockOffset(after, errorAfter), 5_000, BEGAN + 10 * SECOND)));
    }

    private static MulticastReport report(String deliveries) {
        var report = Workloads.MULTICAST.own(TestReport.whole(1, 1, 10).report().workload());
        return MulticastReportBuilder.builder(report).deliveries(deliveries).build();
    }
}
