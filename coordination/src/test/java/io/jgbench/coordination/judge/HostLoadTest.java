package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostLoadTest {
    private static final Duration RUN = Duration.ofSeconds(10);

    @Test
    void sixteenBusyLoopsBesideARunWarnWithHowMuchTheyTookAndHowLongTasksWaited() {
        var busy = on("a", 0, 1, 32, RUN).counter(Counters.CPU_PRESSURE_NANOS, nanos(0.6));
        assertThat(findings(cpu(busy, 32, 18.5, 2.5)))
                .containsExactly(new Finding(
                        Reason.HOST_BUSY,
                        Severity.WARNING,
                        "Other programs took 10 % or more of the CPU time that the run's members could have used:"
                                + " member-0 50.0 % (16.00 of 32 CPUs), tasks waited for a CPU in 6.0 % of the time."));
    }

    @ParameterizedTest
    @CsvSource({
        "2, 0.19, false",
        "2, 0.21, true",
        "4, 0.39, false",
        "4, 0.41, true",
        "8, 0.79, false",
        "8, 0.81, true",
        "64, 6.39, false",
        "64, 6.41, true"
    })
    void aTenthOfWhatMembersCouldHaveUsedWarnsHoweverManyCpusThereAre(int cpus, double others, boolean warns) {
        assertThat(findings(cpu(on("a", 0, 1, cpus, RUN), cpus, 1 + others, 1))).hasSize(warns ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({"busy-loops-udp, true", "clean-udp, false", "clean-tcp, false"})
    void recordedLoopsBesideFourMembersOnTwoCpusWarnAndCleanRunsDoNot(String recording, boolean warns)
            throws Exception {
        List<Recorded> members = recorded(recording);
        TestReport[] reports = IntStream.range(0, members.size())
                .mapToObj(index -> {
                    TestReport report = on("a", index, members.size(), 2, RUN);
                    members.get(index).counters().forEach(report::counter);
                    return report;
                })
                .toArray(TestReport[]::new);

        assertThat(findings(reports)).hasSize(warns ? 1 : 0);
    }

    @Test
    void kubeletOnAHostOfManyCpusWarnsOfNothing() {
        assertThat(findings(cpu(on("a", 0, 1, 64, RUN), 64, 4.52, 4))).isEmpty();
    }

    @Test
    void whatInterruptsTookWasNotForTheMembersToUse() {
        var report = cpu(on("a", 0, 1, 2, RUN), 2, 1.3, 1.15)
                .counter(Counters.HOST_IDLE_NANOS, nanos(1))
                .counter(Counters.HOST_INTERRUPT_NANOS, nanos(6));

        assertThat(findings(report))
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence()).contains("member-0 10.7 % (0.15 of 2 CPUs)"));
    }

    @Test
    void membersOfOneHostAreNotOthersToEachOther() {
        assertThat(findings(
                        cpu(on("a", 0, 3, 4, RUN), 4, 3.2, 1),
                        cpu(on("a", 1, 3, 4, RUN), 4, 3.2, 1),
                        cpu(on("a", 2, 3, 4, RUN), 4, 3.2, 1)))
                .isEmpty();
    }

    @Test
    void hostsAreJudgedEachAndMembersOfABusyOneAreNamedTogether() {
        assertThat(findings(
                        cpu(on("a", 0, 3, 4, RUN), 4, 3, 1),
                        cpu(on("a", 1, 3, 4, RUN), 4, 3, 1),
                        cpu(on("b", 2, 3, 4, RUN), 4, 1, 1)))
                .singleElement()
                .extracting(Finding::evidence)
                .asString()
                .endsWith("could have used: member-0 and 1 more on its host 25.0 % (1.00 of 4 CPUs).");
    }

    @Test
    void whatANeighbourDidAfterAMembersEndIsNotOthers() {
        assertThat(findings(cpu(on("a", 0, 2, 4, RUN), 4, 2, 1), cpu(on("a", 1, 2, 4, RUN.multipliedBy(2)), 4, 3, 1)))
                .isEmpty();
    }

    @Test
    void interruptsAreNotOthers() {
        var report = cpu(on("a", 0, 1, 4, RUN), 4, 1, 1).counter(Counters.HOST_INTERRUPT_NANOS, nanos(15));
        assertThat(findings(report)).isEmpty();
    }

    @Test
    void interruptsThatProcessesAreChargedWithAreInTheTimeOfMembersToo() {
        var report = cpu(on("a", 0, 1, 2, RUN), 2, 1.3, 1.6)
                .counter(Counters.HOST_IDLE_NANOS, nanos(1))
                .counter(Counters.HOST_INTERRUPT_NANOS, nanos(6))
                .counter(Counters.CHARGED_INTERRUPT_NANOS, nanos(6));
        assertThat(findings(report))
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence()).contains("(0.27 of 2 CPUs)"));
    }

    @Test
    void runOfLessThanASecondIsNotJudged() {
        var report = on("a", 0, 1, 2, Duration.ofMillis(900));
        report.counter(Counters.HOST_CPU_NANOS, nanos(0.17))
                .counter(Counters.HOST_IDLE_NANOS, nanos(0.01))
                .counter(Counters.CPU_NANOS, 0);
        assertThat(findings(report)).isEmpty();
    }

    @Test
    void memberWithoutAWholeReportLeavesItOpenWhoTookTheTime() {
        var result = TestRun.of(
                        2,
                        2,
                        cpu(on("a", 0, 2, 4, RUN), 4, 3, 1),
                        cpu(on("a", 1, 2, 4, RUN), 4, 3, 0).failed("it was stopped"))
                .result();
        assertThat(result.verdict().findings())
                .extracting(Finding::reason)
                .contains(Reason.PARTIAL_REPORT)
                .doesNotContain(Reason.HOST_BUSY);
    }

    @Test
    void hostThatDoesNotTellIsNotJudged() {
        assertThat(findings(TestReport.whole(0, 1, 10_000)
                        .host(HostFact.BOOT.label(), "a")
                        .host(HostFact.HOST_CPUS.label(), "4")
                        .counter(Counters.CPU_NANOS, 0)))
                .isEmpty();
    }

    private record Recording(List<Recorded> members) {}

    private record Recorded(Map<String, Long> counters) {}

    private static List<Recorded> recorded(String name) throws Exception {
        try (var in = HostLoadTest.class.getResourceAsStream("/io/jgbench/coordination/bottleneck/" + name + ".json")) {
            return JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .build()
                    .readValue(in, Recording.class)
                    .members();
        }
    }

    private static List<Finding> findings(TestReport... reports) {
        return TestRun.of(reports.length, reports.length, reports).result().verdict().findings().stream()
                .filter(finding -> finding.reason() == Reason.HOST_BUSY)
                .toList();
    }

    private static TestReport on(String boot, int index, int senders, int cpus, Duration measured) {
        return TestReport.whole(index, senders, 10_000)
                .in(measured)
                .host(HostFact.BOOT.label(), boot)
                .host(HostFact.HOST_CPUS.label(), Integer.toString(cpus));
    }

    /** In 10 s, how many of the host's CPUs all processes had, and how many the member. */
    private static TestReport cpu(TestReport report, int cpus, double all, double own) {
        return report.counter(Counters.HOST_CPU_NANOS, nanos(all * 10))
                .counter(Counters.HOST_IDLE_NANOS, nanos((cpus - all) * 10))
                .counter(Counters.CPU_NANOS, nanos(own * 10));
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
