package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StallJudgeTest {
    private static final long MESSAGES = 10_000;
    private static final Duration TENTH = Duration.ofMillis(100);
    private static final Duration TWELVE_SECONDS = Duration.ofSeconds(12);

    @Test
    void membersThatStandStillAtOneTimeAreToldTogetherWithTheOneThatDidForLongestFirst() {
        var found = stalled(run(silent(52, 56), silent(52, 63)));

        assertThat(found).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.evidence())
                    .isEqualTo("From 5.2 s on member-1 received nothing for 1.1 s, member-0 for 0.4 s.");
        });
    }

    @Test
    void stallsAreInTheResultInTheOrderOfTime() {
        var result = run(silent(80, 85), silent(30, 36)).result();

        assertThat(result.stalls()).extracting(stall -> stall.member()).containsExactly("member-1", "member-0");
    }

    @Test
    void stallOfLessThanTwoPercentOfTheTimeIsAnInformation() {
        assertThat(stalled(TestRun.of(1, 1, report(0, Duration.ofSeconds(60), silent(600, 52, 60)))))
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.INFO));
    }

    @Test
    void endAtWhichTheLastSenderSendsAloneIsNoStall() {
        long[] fewerAtLast =
                LongStream.range(0, 120).map(i -> i < 90 ? 1000 : 100).toArray();

        assertThat(stalled(run(LongStream.range(0, 90).map(_ -> 1000).toArray(), fewerAtLast)))
                .isEmpty();
    }

    @Test
    void evenRateHasNoStall() {
        assertThat(stalled(run(silent(0, 0), silent(0, 0)))).isEmpty();
    }

    @Test
    void memberThatNothingReachesFromTheStartOnHasStalledWhereOthersReceive() {
        assertThat(stalled(run(silent(0, 0), silent(0, 30))))
                .singleElement()
                .extracting(Finding::evidence)
                .isEqualTo("From 0.0 s on member-1 received nothing for 3.0 s.");
    }

    @Test
    void memberThatAllWaitForFromTheStartOnIsNamed() {
        var waiting = report(0, TWELVE_SECONDS, silent(0, 0))
                .courseWaitingFor("member-1", TENTH, silent(2, 30), silent(2, 30));

        assertThat(stalled(TestRun.of(2, 1, waiting, report(1, TWELVE_SECONDS, silent(0, 30)))))
                .singleElement()
                .extracting(Finding::evidence)
                .isEqualTo("From 0.2 s on all 2 members received nothing for 2.8 s; meanwhile senders waited for"
                        + " member-1.");
    }

    @Test
    void timeUntilAnythingWasSentIsNoStall() {
        assertThat(stalled(run(silent(0, 30), silent(0, 30)))).isEmpty();
    }

    @Test
    void memberThatBeganBeforeTheOthersDidNotStallUntilTheyBegan() {
        var early = report(1, TWELVE_SECONDS, silent(0, 0))
                .beganAt(TestReport.BEGAN - Duration.ofMillis(400).toNanos());

        assertThat(stalled(TestRun.of(2, 1, report(0, TWELVE_SECONDS, silent(0, 0)), early)))
                .isEmpty();
    }

    @Test
    void segmentsThatOthersOfTheHostSentAgainAreNotToldOverUdp() {
        var counted = new Activity(
                List.of(Activity.EPOCH_MICROS, Activity.PROGRESS, Activity.SENT, Counters.TCP_RETRANSMITTED_SEGMENTS),
                rows(silent(52, 63)));
        var report = report(0, TWELVE_SECONDS, silent(0, 0)).activity(counted);

        assertThat(stalled(TestRun.of(1, 1, report)))
                .singleElement()
                .extracting(Finding::evidence)
                .isEqualTo("From 5.2 s on member-0 received nothing for 1.1 s.");
        assertThat(stalled(TestRun.of(1, 1, report.overTcp())))
                .singleElement()
                .extracting(Finding::evidence)
                .asString()
                .endsWith("; meanwhile 11 TCP segments sent again.");
    }

    @ParameterizedTest
    @CsvSource({"0, INFO", "9, INFO", "11, WARNING", ", WARNING"})
    void stallWarnsOnlyIfItIsLongWhereMembersAreBoundToCpusWithoutTimeLeft(Long idlePercent, Severity severity) {
        var shorter = bound(report(0, TWELVE_SECONDS, silent(52, 56)), idlePercent);
        var longer = bound(report(1, TWELVE_SECONDS, silent(52, 63)), idlePercent);

        assertThat(stalled(TestRun.of(2, 1, shorter, longer)))
                .extracting(Finding::severity)
                .containsExactly(severity);
    }

    @Test
    void stallOfTwoSecondsWarnsAlsoWhereMembersAreBoundToCpusWithoutTimeLeft() {
        assertThat(stalled(TestRun.of(1, 1, bound(report(0, TWELVE_SECONDS, silent(52, 73)), 0L))))
                .extracting(Finding::severity)
                .containsExactly(Severity.WARNING);
    }

    /** Of the time of the CPUs that it may use alone so much is left; {@code null} where it may use all. */
    private static TestReport bound(TestReport report, Long idlePercent) {
        return idlePercent == null
                ? report
                : report.counter(Counters.USABLE_CPU_NANOS, 100).counter(Counters.USABLE_IDLE_NANOS, idlePercent);
    }

    @ParameterizedTest
    @CsvSource({
        // for half a second
        "20.0, 32, for 0.5 s",
        "9.6, 32, for 0.3 s",
        "3.2, 32, ",
        "1.0, 1, for 0.5 s",
    })
    void limitOnCpuTimeStoppedAMemberForTheAverageOfItsCpusAndNoLongerThanTheStall(
            double seconds, int cpus, String told) {
        var report =
                stalledMeanwhile(Counters.CPU_THROTTLED_NANOS, seconds).host(HostFact.CPUS, Integer.toString(cpus));

        assertThat(stalled(TestRun.of(1, 1, report)))
                .singleElement()
                .extracting(Finding::evidence)
                .isEqualTo("From 5.2 s on member-0 received nothing for 0.5 s"
                        + (told == null ? "." : "; meanwhile a limit on CPU time stopped member-0 " + told + "."));
    }

    @ParameterizedTest
    @CsvSource({"0.2, 64, false", "16.0, 64, true", "0.2, 1, true"})
    void stealIsTheAverageOfTheHostsCpus(double seconds, int cpus, boolean told) {
        var report =
                stalledMeanwhile(Counters.CPU_STEAL_NANOS, seconds).host(HostFact.HOST_CPUS, Integer.toString(cpus));

        assertThat(stalled(TestRun.of(1, 1, report)))
                .singleElement()
                .extracting(Finding::evidence)
                .asString()
                .matches(evidence -> evidence.contains("CPU steal") == told);
    }

    /** Of one that received nothing for half a second, in which something was counted for so long on all CPUs. */
    private static TestReport stalledMeanwhile(String counter, double seconds) {
        return report(0, TWELVE_SECONDS, silent(0, 0))
                .activity(new Activity(
                        List.of(Activity.EPOCH_MICROS, Activity.PROGRESS, Activity.SENT, counter),
                        rows(silent(52, 57), Math.round(seconds * 1e9 / 5))));
    }

    private static String rows(long[] arrivals) {
        return rows(arrivals, 1);
    }

    /** So much is counted in each interval in which nothing arrives. */
    private static String rows(long[] arrivals, long each) {
        var rows = new CountRows(4);
        rows.add(TestReport.BEGAN / 1000, 0, 0, 0);
        long arrived = 0;
        long counted = 0;
        for (int i = 0; i < arrivals.length; i++) {
            arrived += arrivals[i];
            counted += arrivals[i] == 0 ? each : 0;
            rows.add((TestReport.BEGAN + TENTH.multipliedBy(i + 1L).toNanos()) / 1000, arrived, arrived, counted);
        }
        return rows.text();
    }

    private static List<Finding> stalled(TestRun run) {
        return run.result().verdict().findings().stream()
                .filter(finding -> finding.reason() == Reason.STALLED)
                .toList();
    }

    private static TestRun run(long[] first, long[] second) {
        return TestRun.of(2, 1, report(0, TWELVE_SECONDS, first), report(1, TWELVE_SECONDS, second));
    }

    private static TestReport report(int index, Duration measured, long[] arrivals) {
        return TestReport.whole(index, 1, MESSAGES).in(measured).arrivals(TENTH, arrivals);
    }

    private static long[] silent(int from, int to) {
        return silent(120, from, to);
    }

    private static long[] silent(int tenths, int from, int to) {
        return LongStream.range(0, tenths)
                .map(i -> i >= from && i < to ? 0 : 1000)
                .toArray();
    }
}
