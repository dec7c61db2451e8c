package io.jgbench.coordination.workload.multicast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jgbench.api.v1alpha1.Arrivals;
import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.protocol.ClockMeasurement;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.result.ClockCourse;
import io.jgbench.coordination.result.ClockCourses;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.registry.Workloads;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MulticastOpenLoopTest {
    private static final Duration PLANNED = Duration.ofSeconds(10);
    private static final long MILLI = 1_000_000;
    private static final MulticastSpec SPEC = new MulticastSpec(
            2,
            RunLength.of(PLANNED),
            1000,
            Warmup.of(0),
            1,
            Duration.ofMillis(100),
            Duration.ZERO,
            100,
            Optional.of(1000),
            Arrivals.EVEN);

    @Test
    void rateThatWasKeptIsWhatHeldTheRun() {
        var result = run(sender(0, PLANNED.plusMillis(100), 0), sender(1, PLANNED, 0));

        assertThat(result.bottleneck().orElseThrow().type()).isEqualTo(BottleneckType.REQUESTED_RATE);
        assertThat(result.bottleneck().orElseThrow().message())
                .contains("Each member did the 1,000 messages/s that multicast.targetRate asks for (the slowest 990)");
    }

    /** That of members that are bound to one CPU each, of eight. */
    @Test
    void waitForCpusWithoutTimeLeftWarnsWhereTheBottleneckIsARateThatWasKept() {
        List<MemberReport> bound = IntStream.range(0, 2)
                .mapToObj(index -> sender(index, PLANNED, 0)
                        .counter(Counters.CPU_NANOS, 2_500 * MILLI)
                        .counter(Counters.CPU_WAITED_NANOS, 7_500 * MILLI)
                        .counter(Counters.HOST_CPU_NANOS, 20_000 * MILLI)
                        .counter(Counters.HOST_IDLE_NANOS, 60_000 * MILLI)
                        .counter(Counters.USABLE_CPU_NANOS, 10_000 * MILLI)
                        .counter(Counters.USABLE_IDLE_NANOS, 300 * MILLI)
                        .report())
                .toList();

        var result = TestRun.of(SPEC, bound).result();

        assertThat(result.bottleneck().orElseThrow().type()).isEqualTo(BottleneckType.REQUESTED_RATE);
        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .contains(tuple(Reason.CPU_WAITED, Severity.WARNING));
    }

    @Test
    void messagesThatWereDueAndNotSentBeforeTheEndMakeTheHighestPercentilesLowerBounds() {
        var result = run(sender(0, PLANNED.plusMillis(100), 0), sender(1, PLANNED, 0));

        assertThat(result.verdict().findings())
                .containsExactly(new Finding(
                        Reason.TARGET_RATE_MISSED,
                        Severity.WARNING,
                        "Up to 0.5 % of the messages that were due had not been handed over when the time was over:"
                                + " member-0 1.0 %. They are in no latency, so that percentiles above 99.5 are lower"
                                + " bounds."));
        assertThat(result.valid()).isTrue();
    }

    /** The last message was handed over late, but before the end: its latency is known. */
    @Test
    void messageThatWasHandedOverLateIsNotLeftOut() {
        var late = sender(0, PLANNED, 0).openLoop(PLANNED.minusMillis(200), PLANNED.minusMillis(100), 0, 0);

        assertThat(run(late, sender(1, PLANNED, 0)).verdict().findings()).isEmpty();
    }

    @Test
    void fewerThanAThousandthThatAreLeftOutAreNothingToSay() {
        assertThat(run(sender(0, PLANNED.plusMillis(9), 0), sender(1, PLANNED.plusMillis(9), 0))
                        .verdict()
                        .findings())
                .isEmpty();
    }

    @Test
    void whatIsLeftOutMattersOnlyWhereLatenciesAreShown() {
        var result = run(untimed(0), untimed(1));

        assertThat(result.verdict().findings()).isEmpty();
    }

    private static TestReport untimed(int index) {
        return TestReport.whole(index, 2, 10_000).in(PLANNED).openLoop(PLANNED, PLANNED.plusMillis(100), 3 * MILLI, 0);
    }

    @Test
    void senderThatFellBehindIsNamedWithWhatItSent() {
        var result = run(sender(0, PLANNED, 0), sender(1, PLANNED.multipliedBy(2), 0));

        assertThat(result.verdict().findings())
                .contains(new Finding(
                        Reason.TARGET_RATE_MISSED,
                        Severity.WARNING,
                        "Fewer messages a second than the 1,000 that multicast.targetRate asks for were sent: member-1"
                                + " 500."));
        assertThat(result.bottleneck().orElseThrow().type()).isNotEqualTo(BottleneckType.REQUESTED_RATE);
    }

    @Test
    void memberThatWokeUpLateIsTheReasonOfTheLatencyAndNotTheStack() {
        var result = run(sender(0, PLANNED, 0), sender(1, PLANNED, 2 * MILLI));

        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(tuple(Reason.GENERATOR_LATE, Severity.WARNING));
        assertThat(result.verdict().findings().getFirst().evidence())
                .contains("by their own delay, not by the stack's. The p99 of their own delay: member-1 2.0")
                .doesNotContain("member-0");
    }

    @Test
    void memberThatWokeUpALittleLateIsNothingToSay() {
        assertThat(run(sender(0, PLANNED, 0), sender(1, PLANNED, MILLI))
                        .verdict()
                        .findings())
                .isEmpty();
    }

    /** With a delay of its own of 1 ms. Messages are back at their sender in 5 ms, and at the other one in 0.2 ms. */
    @ParameterizedTest
    @CsvSource({"10000, true", "300000, false"})
    void latencyThatTheClocksOnlyBoundSaysNothingOfTheMembersDelay(long clockErrorNanos, boolean late) {
        var result = TestRun.of(SPEC, workload(sender(0, PLANNED, MILLI)), delivered(sender(1, PLANNED, MILLI)))
                .clockCourses(new ClockCourses(Map.of(0, course(clockErrorNanos), 1, course(0))))
                .result();

        assertThat(result.verdict().findings())
                .extracting(Finding::reason)
                .isEqualTo(late ? List.of(Reason.GENERATOR_LATE) : List.of());
    }

    private static ClockCourse course(long errorNanos) {
        return new ClockCourse(
                new ClockMeasurement(new ClockOffset(0, errorNanos), 5_000, TestReport.BEGAN), Optional.empty());
    }

    private static WorkloadReport delivered(TestReport report) {
        var rows = new CountRows(MulticastReport.DELIVERY_COLUMNS.size());
        rows.add(0, TestReport.BEGAN / 1000, 200_000);
        return MulticastReportBuilder.builder(Workloads.MULTICAST.own(workload(report)))
                .deliveries(rows.text())
                .build();
    }

    private static WorkloadReport workload(TestReport report) {
        return report.report().workload();
    }

    @Test
    void latenciesCountFromWhenAMessageWasDue() {
        var figures = Workloads.MULTICAST
                .of(run(sender(0, PLANNED, 0), sender(1, PLANNED, 0)))
                .figures()
                .orElseThrow();

        assertThat(figures.latencyFrom()).isEqualTo(LatencyFrom.INTENDED_SEND);
        assertThat(figures.lateness().orElseThrow().all().count()).isEqualTo(2);
    }

    /** Of which each message takes 5 ms, and is handed over 3 ms late. */
    private static TestReport sender(int index, Duration took, long ownNanos) {
        return TestReport.whole(index, 2, 10_000)
                .in(PLANNED)
                .latencies(5 * MILLI)
                .openLoop(PLANNED, took, 3 * MILLI, ownNanos);
    }

    private static RunResult run(TestReport... senders) {
        return TestRun.of(
                        SPEC,
                        Arrays.stream(senders)
                                .map(MulticastOpenLoopTest::workload)
                                .toArray(WorkloadReport[]::new))
                .result();
    }
}
