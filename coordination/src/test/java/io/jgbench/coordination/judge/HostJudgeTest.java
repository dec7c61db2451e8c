package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostJudgeTest {
    private static final Duration RUN = Duration.ofSeconds(10);

    @ParameterizedTest
    @CsvSource({"0.0494, false", "0.0500, true"})
    void collectorsPausesOfFivePercentOfTheTimeWarn(double share, boolean warns) {
        assertThat(findings(alone().counter(Counters.GC_NANOS, nanos(share))))
                .extracting(Finding::reason)
                .isEqualTo(warns ? List.of(Reason.GC_PAUSES) : List.of());
    }

    @Test
    void pausesInWhichCollectorsWaitedForACpuAreToldFromThoseInWhichTheyWorked() {
        var stopped =
                alone().counter(Counters.GC_NANOS, nanos(0.06)).counter(Counters.COLLECTOR_CPU_NANOS, nanos(0.02));

        assertThat(findings(stopped.counter(Counters.COLLECTOR_WAITED_NANOS, nanos(0.0201))))
                .singleElement()
                .satisfies(found -> assertThat(found.evidence())
                        .endsWith("Collectors had to wait for a CPU in 50 % or more of the time in which they had work:"
                                + " member-0 50.1 %."));
        assertThat(findings(stopped.counter(Counters.COLLECTOR_WAITED_NANOS, nanos(0.0199))))
                .singleElement()
                .satisfies(found -> assertThat(found.evidence()).doesNotContain("Collectors"));
        assertThat(findings(alone().counter(Counters.COLLECTOR_WAITED_NANOS, nanos(0.5))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 0.0194, false", "1, 0.0200, true", "24, 0.4600, false", "24, 0.4800, true"})
    void limitOnCpuTimeThatHeldAMemberForTwoPercentOfTheTimeWarns(int cpus, double share, boolean warns) {
        assertThat(findings(alone().host(HostFact.CPUS, Integer.toString(cpus))
                        .counter(Counters.CPU_THROTTLED_NANOS, nanos(share))))
                .extracting(Finding::reason)
                .isEqualTo(warns ? List.of(Reason.CPU_THROTTLED) : List.of());
    }

    /** Four threads take the 100 ms of a CPU that they have in 25 ms, and stand still on four CPUs for 75 ms. */
    @Test
    void memberWithALimitOfOneCpuOnManyCpusIsNotThrottledForMoreThanItStoodStill() {
        var report = alone().host(HostFact.CPUS, "1")
                .counter(Counters.CPU_NANOS, nanos(1.0))
                .counter(Counters.CPU_THROTTLED_NANOS, nanos(3.0));

        assertThat(findings(report)).singleElement().satisfies(found -> {
            assertThat(found.reason()).isEqualTo(Reason.CPU_THROTTLED);
            assertThat(found.evidence()).contains("75.0 %");
        });
        assertThat(findings(report.counter(Counters.CPU_THROTTLED_PERIODS_NANOS, nanos(0.5))))
                .singleElement()
                .satisfies(found -> assertThat(found.evidence()).contains("50.0 %"));
    }

    @ParameterizedTest
    @CsvSource({
        // CPUs of the host, CPUs that worked, CPUs stolen
        "64, 2.0, 0.064, false",
        "64, 0.1, 0.064, false",
        "64, 12.0, 0.63, false",
        "64, 12.0, 0.65, true",
        "2, 1.0, 0.05, false",
        "2, 1.0, 0.06, true",
        "2, 0.2, 0.018, false",
        "2, 0.2, 0.022, true"
    })
    void cpuStealWarnsByWhatItCostsThoseThatWork(int cpus, double worked, double stolen, boolean warns) {
        var report = alone().counter(Counters.HOST_CPU_NANOS, nanos(worked / 2))
                .counter(Counters.HOST_INTERRUPT_NANOS, nanos(worked / 2))
                .counter(Counters.CPU_STEAL_NANOS, nanos(stolen))
                .counter(Counters.HOST_IDLE_NANOS, nanos(cpus - worked - stolen));

        assertThat(findings(report))
                .extracting(Finding::reason)
                .isEqualTo(warns ? List.of(Reason.HOST_BUSY) : List.of());
    }

    @Test
    void cpuStealIsToldAsAShareOfTheTimeInWhichTheHostWorked() {
        assertThat(findings(alone().counter(Counters.HOST_CPU_NANOS, nanos(0.9))
                        .counter(Counters.CPU_STEAL_NANOS, nanos(0.1))
                        .counter(Counters.HOST_IDLE_NANOS, nanos(1))))
                .containsExactly(new Finding(
                        Reason.HOST_BUSY,
                        Severity.WARNING,
                        "CPU steal took 5 % or more of the time in which a host's CPUs had work: member-0 10.0 %."));
    }

    @ParameterizedTest
    @CsvSource({
        // CPUs that the member took and waited for, that the host had left of 8, and of a limit
        "1, 1.0, 4.1, 0, true",
        "1, 0.9, 4.1, 0, false",
        "1, 1.0, 3.9, 0, false",
        "1, 1.0, 4.1, 0.1, false",
        "0.09, 0.09, 7.5, 0, false",
        "0.1, 0.1, 7.5, 0, true"
    })
    void memberThatWaitsForCpusWhileItsHostHasSomeLeftWarns(
            double took, double waited, double idle, double throttled, boolean warns) {
        var report = alone().counter(Counters.CPU_NANOS, nanos(took))
                .counter(Counters.CPU_WAITED_NANOS, nanos(waited))
                .counter(Counters.CPU_THROTTLED_NANOS, nanos(throttled))
                .counter(Counters.HOST_CPU_NANOS, nanos(8 - idle))
                .counter(Counters.HOST_IDLE_NANOS, nanos(idle));

        assertThat(findings(report))
                .extracting(Finding::reason)
                .filteredOn(Reason.CPU_WAITED::equals)
                .hasSize(warns ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({"3, HOST_CPU, INFO", "30, HOST_CPU, WARNING", "3, REQUESTED_RATE, WARNING", "3, , WARNING"})
    void waitForCpusThatMembersAreBoundToOnlyInformsWhereTheBottleneckTellsThatNoneOfTheirTimeIsLeft(
            long idlePercent, BottleneckType type, Severity severity) {
        var bottleneck = Optional.ofNullable(type)
                .map(known -> new Bottleneck(known, Optional.empty(), false, "It held the rate."));
        var report = alone().counter(Counters.CPU_NANOS, nanos(1))
                .counter(Counters.CPU_WAITED_NANOS, nanos(3))
                .counter(Counters.HOST_CPU_NANOS, nanos(1))
                .counter(Counters.HOST_IDLE_NANOS, nanos(7))
                .counter(Counters.USABLE_CPU_NANOS, 100)
                .counter(Counters.USABLE_IDLE_NANOS, idlePercent);

        assertThat(new HostJudge(TestRun.of(1, 1, report).result().members(), bottleneck).findings())
                .filteredOn(finding -> finding.reason() == Reason.CPU_WAITED)
                .extracting(Finding::severity)
                .containsExactly(severity);
    }

    @Test
    void memberThatMayUseFewCpusIsToldWithItsLongestDelay() {
        var rows = new CountRows(2);
        rows.add(TestReport.BEGAN / 1000, 0);
        rows.add(TestReport.BEGAN / 1000 + 100_000, 2_000_000);
        rows.add(TestReport.BEGAN / 1000 + 200_000, 85_000_000);
        var report = alone().counter(Counters.CPU_NANOS, nanos(1))
                .counter(Counters.CPU_WAITED_NANOS, nanos(3))
                .counter(Counters.HOST_CPU_NANOS, nanos(1))
                .counter(Counters.HOST_IDLE_NANOS, nanos(7))
                .activity(new Activity(List.of(Activity.EPOCH_MICROS, Counters.DELAYED_NANOS), rows.text()));

        assertThat(findings(report))
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence())
                        .isEqualTo("Threads waited for a CPU for half of the time in which they had work, or"
                                + " longer, on a host that had half of its CPU time left or more:"
                                + " member-0 75 % (88 % of its host's CPU time left). The longest delay"
                                + " of an idle thread was one of member-0, of at most 83.000 ms."));
    }

    @ParameterizedTest
    @CsvSource({"0.79, false", "0.80, true"})
    void cpuThatDoesLittleElseThanSoftInterruptsWarns(double share, boolean warns) {
        assertThat(findings(onHost(0, share), onHost(1, share)))
                .extracting(Finding::evidence)
                .isEqualTo(
                        warns
                                ? List.of("One CPU of a host spent 80 % or more of the measured time in soft"
                                        + " interrupts: member-0 and 1 more on its host cpu3 80 %.")
                                : List.of());
    }

    @ParameterizedTest
    @CsvSource({"199, false", "200, true"})
    void memoryThatIsReadFromADiskTwentyTimesASecondWarns(long faults, boolean warns) {
        assertThat(findings(alone().counter(Counters.MAJOR_FAULTS, faults)))
                .extracting(Finding::reason)
                .isEqualTo(warns ? List.of(Reason.PAGING) : List.of());
    }

    @Test
    void countersOfAPartialReportAreNoSharesOfItsTimeAsTheyWentOnAfterIt() {
        var failed = alone().failed("its heap was full")
                .counter(Counters.GC_NANOS, nanos(5.1))
                .counter(Counters.CPU_THROTTLED_NANOS, nanos(5.1))
                .counter(Counters.CPU_STEAL_NANOS, nanos(5.1))
                .counter(Counters.MAJOR_FAULTS, 10_000);

        assertThat(findings(failed)).isEmpty();
    }

    @Test
    void longestPauseIsToldWithTheCollectorsShare() {
        var rows = new CountRows(2);
        rows.add(TestReport.BEGAN / 1000, 0);
        rows.add(TestReport.BEGAN / 1000 + 100_000, nanos(0.001));
        rows.add(TestReport.BEGAN / 1000 + 500_000, nanos(0.036));
        rows.add(TestReport.BEGAN / 1000 + 600_000, nanos(0.037));
        var sampled = new Activity(List.of(Activity.EPOCH_MICROS, Counters.GC_NANOS), rows.text());

        assertThat(findings(alone().counter(Counters.GC_NANOS, nanos(0.06)).activity(sampled)))
                .singleElement()
                .extracting(Finding::evidence)
                .isEqualTo("Garbage collection took 5 % or more of the measured time: member-0 6.0 %. The longest pause"
                        + " was one of member-0, of at most 350.000 ms.");
    }

    @Test
    void longestPauseOfSeveralMembersIsThatOfTheOneWithTheLongest() {
        assertThat(findings(paused(0, 20), paused(1, 350), paused(2, 30)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence())
                        .endsWith(" The longest pause was one of member-1, of at most 350.000 ms."));
    }

    private static TestReport paused(int index, long millis) {
        var rows = new CountRows(2);
        rows.add(TestReport.BEGAN / 1000, 0);
        rows.add(TestReport.BEGAN / 1000 + 500_000, Duration.ofMillis(millis).toNanos());
        return TestReport.whole(index, 1, 10_000)
                .in(RUN)
                .counter(Counters.GC_NANOS, nanos(0.06))
                .activity(new Activity(List.of(Activity.EPOCH_MICROS, Counters.GC_NANOS), rows.text()));
    }

    private static TestReport onHost(int index, double share) {
        return TestReport.whole(index, 1, 10_000)
                .in(RUN)
                .host(HostFact.BOOT.label(), "a")
                .counter(Counters.SOFT_INTERRUPT_NANOS + "cpu3", nanos(share));
    }

    private static TestReport alone() {
        return TestReport.whole(0, 1, 10_000).in(RUN);
    }

    /** Of the run's time. */
    private static long nanos(double share) {
        return Math.round(share * RUN.toNanos());
    }

    private static List<Finding> findings(TestReport... reports) {
        RunResult result = TestRun.of(reports.length, 1, reports).result();
        return new HostJudge(result.members(), result.bottleneck()).findings();
    }
}
