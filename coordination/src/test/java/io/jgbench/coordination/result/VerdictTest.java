package io.jgbench.coordination.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.bottleneck.Bottleneck;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.environment.HostSnapshot;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.workload.multicast.MulticastAccounts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictTest {

    @Test
    void runThatWentWellIsValidWithoutFindings() {
        var result = TestRun.of(2, 2, whole(0), whole(1)).result();
        assertThat(result.verdict().findings()).isEmpty();
        assertThat(result.valid()).isTrue();
    }

    @Test
    void findingThatFitsWhatHeldTheRateStandsBeforeGraverOnes() {
        var result = TestRun.of(
                        2,
                        2,
                        whole(0).counter(Counters.RETRANSMISSIONS, 100).counter(Counters.GC_NANOS, 60_000_000),
                        whole(1).counter(Counters.RETRANSMISSION_REQUESTS, 200))
                .result();

        assertThat(result.bottleneck().orElseThrow().type()).isEqualTo(BottleneckType.LOSS);
        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(
                        tuple(Reason.HELD_BACK, Severity.WARNING),
                        tuple(Reason.RETRANSMISSIONS, Severity.INFO),
                        tuple(Reason.GC_PAUSES, Severity.WARNING));
        assertThat(result.verdict().findings().getFirst().evidence())
                .isEqualTo("1.0 % of the messages or TCP segments to member-1 did not arrive at first (others: at most"
                        + " 0.0 %), and senders waited for them. The loss is on the way to member-1. Neither its"
                        + " sockets nor its interface dropped that much: look at cable, switch and firewall.");
    }

    @ParameterizedTest
    @CsvSource({"80000, FLOW_CONTROL_WINDOW", "2000000, UNKNOWN"})
    void smallWindowOfAStackOverTcpIsNamed(String windowBytes, BottleneckType type) {
        var blocked = IntStream.range(0, 2)
                .mapToObj(i -> whole(i).in(Duration.ofSeconds(5))
                        .overTcp()
                        .host(HostFact.MULTICAST_WINDOW.label(), windowBytes)
                        .counter(
                                Counters.FLOW_CONTROL_BLOCKED_NANOS,
                                Duration.ofSeconds(5).toNanos()))
                .toArray(TestReport[]::new);

        assertThat(TestRun.of(2, 2, blocked).result().bottleneck().orElseThrow().type())
                .isEqualTo(type);
    }

    @Test
    void runThatDidNotFinishAndCountedNothingHasNoBottleneck() {
        var result =
                TestRun.of(2, 2, whole(0), whole(1).failed("it was stopped")).result();

        assertThat(result.bottleneck()).isEmpty();
    }

    @Test
    void whyARunDidNotFinishStandsBeforeWhatFitsWhatHeldItUntilThen() {
        var loss = Optional.of(new Bottleneck(BottleneckType.LOSS, Optional.of("member-1"), true, "it is loss"));
        var missing = new Finding(Reason.MESSAGES_MISSING, Severity.INVALID, "5 messages");
        var fits = new Finding(Reason.RETRANSMISSIONS, Severity.INFO, "7 messages");
        var warns = new Finding(Reason.GC_PAUSES, Severity.WARNING, "6 %");
        var partial = new Finding(Reason.PARTIAL_REPORT, Severity.INVALID, "member-1");
        var changed = new Finding(Reason.VIEW_CHANGED, Severity.INVALID, "member-1 2");

        assertThat(Verdict.of(List.of(warns, fits, missing, partial), loss).findings())
                .containsExactly(partial, missing, fits, warns);
        assertThat(Verdict.of(List.of(warns, fits, changed, missing), loss).findings())
                .containsExactly(missing, changed, fits, warns);
    }

    @Test
    void lostMessagesInvalidateWithTheNumbersAndTheMember() {
        var result = TestRun.of(2, 2, whole(0), whole(1).lost(0, 25)).result();
        assertThat(result.completed()).isTrue();
        assertThat(result.valid()).isFalse();
        assertThat(result.verdict().findings())
                .containsExactly(new Finding(
                        Reason.MESSAGES_MISSING,
                        Severity.INVALID,
                        "25 of 40,000 messages (0.0625 %) did not arrive: member-1 25."));
    }

    @Test
    void lossesOfAnUnreliableTransportAddUpAndStillInvalidate() {
        var result = TestRun.of(2, 2, whole(0).lost(1, 4_000), whole(1).lost(0, 1_000))
                .unreliable()
                .result();
        assertThat(result.accounts()).isEqualTo(new MulticastAccounts(20_000, 2, 40_000, 35_000, 5_000, 0, 0));
        assertThat(result.accounts().addUp()).isTrue();
        assertThat(result.figures()).isPresent();
        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(
                        tuple(Reason.MESSAGES_MISSING, Severity.INVALID), tuple(Reason.HELD_BACK, Severity.WARNING));
        assertThat(result.bottleneck().orElseThrow().member()).contains("member-0");
    }

    @Test
    void accountsThatDoNotAddUpInvalidate() {
        var result = TestRun.of(2, 2, whole(0).sent(9_999), whole(1)).result();
        assertThat(result.verdict().findings())
                .containsExactly(new Finding(
                        Reason.ACCOUNTS_DIFFER,
                        Severity.INVALID,
                        "19,999 messages sent to 2 receivers are not the 40,000 received and 0 lost."));
    }

    @Test
    void doubledAndReorderedMessagesInvalidate() {
        var result = TestRun.of(2, 2, whole(0).duplicated(1, 3), whole(1).reordered(0, 2))
                .result();
        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::evidence)
                .containsExactly(
                        tuple(Reason.DUPLICATED, "3 messages arrived more than once: member-0 3."),
                        tuple(
                                Reason.REORDERED,
                                "2 messages arrived after a later one of the same sender: member-1 2."));
    }

    @Test
    void memberWithoutReportIsNamed() {
        var result = TestRun.of(2, 2, whole(0)).result();
        assertThat(result.verdict().findings())
                .containsExactly(new Finding(Reason.MEMBER_LOST, Severity.INVALID, "member-1 left no report."));
    }

    @Test
    void membersWithoutReportAreNamedInOneFinding() {
        var result = TestRun.of(3, 3, whole(1)).result();
        assertThat(result.verdict().findings())
                .contains(new Finding(Reason.MEMBER_LOST, Severity.INVALID, "member-0, member-2 left no report."));
    }

    @Test
    void partialReportIsNamedWithItsReason() {
        var result = TestRun.of(1, 1, alone().failed("the view lost member-3.")).result();
        assertThat(result.verdict().findings())
                .containsExactly(new Finding(
                        Reason.PARTIAL_REPORT, Severity.INVALID, "member-0 did not finish: the view lost member-3."));
    }

    @Test
    void failureThatNoMemberShowsInvalidates() {
        var failure = new RunFailure(FailureReason.CANCELLED, RunPhase.RUNNING, "The run was cancelled.");
        var result = TestRun.of(1, 1, alone()).failed(failure).result();
        assertThat(result.completed()).isFalse();
        assertThat(result.verdict().firstInvalidating().orElseThrow().reason()).isEqualTo(Reason.RUN_FAILED);
    }

    @ParameterizedTest
    @EnumSource(names = {"API_REFUSED", "INTERNAL_ERROR"})
    void noMemberIsLostByARunThatIsGivenUp(FailureReason reason) {
        var failure = new RunFailure(reason, RunPhase.STARTING, "1 of 3 repetitions are over.");
        var result = TestRun.of(2, 2).failed(failure).result();
        assertThat(result.verdict().findings())
                .containsExactly(new Finding(Reason.RUN_FAILED, Severity.INVALID, "1 of 3 repetitions are over."));
    }

    /** Such as where another program has taken its ports. */
    @Test
    void noMemberIsLostByARunThatNeverBegan() {
        var failure = new RunFailure(
                FailureReason.HOSTS_UNAVAILABLE,
                RunPhase.PENDING,
                "the repetition could not begin: port 7800 is in use");
        var result = TestRun.of(2, 2).failed(failure).result();
        assertThat(result.verdict().findings())
                .containsExactly(new Finding(
                        Reason.RUN_FAILED, Severity.INVALID, "the repetition could not begin: port 7800 is in use"));
    }

    @ParameterizedTest
    @CsvSource({
        "VIEW_INCOMPLETE, JOINING, RUN_FAILED",
        "START_TIMEOUT, ARMED, RUN_FAILED",
        "MEMBER_FAILED, STARTING, RUN_FAILED",
        "MEMBER_LOST, ARMED, MEMBER_LOST"
    })
    void runThatFailsBeforeItsStartTellsItsFailureAloneAsNobodyWasAskedForAReport(
            FailureReason why, RunPhase phase, Reason reason) {
        var failure = new RunFailure(why, phase, "member-1 was not seen by member-0.");
        var result = TestRun.of(2, 2).failed(failure).result();
        assertThat(result.verdict().findings())
                .containsExactly(new Finding(reason, Severity.INVALID, "member-1 was not seen by member-0."));
    }

    @Test
    void reportsOfAStartThatOnlySomeMembersTookAreJudged() {
        var failure = new RunFailure(FailureReason.START_TIMEOUT, RunPhase.ARMED, "member-1 did not take the start.");
        var result = TestRun.of(2, 2, whole(0).failed("it was stopped."))
                .failed(failure)
                .result();
        assertThat(result.verdict().findings())
                .contains(
                        new Finding(Reason.MEMBER_LOST, Severity.INVALID, "member-1 left no report."),
                        new Finding(
                                Reason.PARTIAL_REPORT, Severity.INVALID, "member-0 did not finish: it was stopped."));
    }

    @Test
    void changedViewInvalidates() {
        var result = TestRun.of(1, 1, alone().counter(Counters.VIEW_CHANGES, 2)).result();
        assertThat(result.verdict().findings())
                .containsExactly(new Finding(
                        Reason.VIEW_CHANGED, Severity.INVALID, "The view changed: member-0 2 viewChanges."));
    }

    @Test
    void skewAboveItsLimitInvalidates() {
        assertThat(skewed(11, 0).verdict().findings())
                .containsExactly(new Finding(
                        Reason.SKEW_ABOVE_LIMIT,
                        Severity.INVALID,
                        "The members began 11.000 ms apart (+/- 0.000 ms), more than the 10.000 ms that start.maxSkew"
                                + " allows."));
    }

    @Test
    void skewThatMayBeAboveItsLimitWarns() {
        assertThat(skewed(9, 2).verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(tuple(Reason.SKEW_ABOVE_LIMIT, Severity.WARNING));
    }

    @Test
    void skewThatIsNotKnownInvalidates() {
        var result = TestRun.of(1, 1, alone()).withoutClocks().result();
        assertThat(result.verdict().firstInvalidating().orElseThrow().reason()).isEqualTo(Reason.SKEW_ABOVE_LIMIT);
    }

    @Test
    void oneMessageIsNoRate() {
        var result =
                TestRun.of(1, 1, TestReport.whole(0, 1, 1).in(Duration.ZERO)).result();
        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(tuple(Reason.TOO_FEW_MESSAGES, Severity.INVALID));
    }

    @ParameterizedTest
    @CsvSource({"99, INFO", "100, WARNING"})
    void dropsOnReceiptWarnFromOneInTenThousandMessagesOn(long drops, Severity severity) {
        var findings = TestRun.of(
                        1,
                        1,
                        TestReport.whole(0, 1, 1_000_000)
                                .counter(Counters.UDP_RECEIVE_BUFFER_DROPS, drops - 1)
                                .counter(Counters.IP_REASSEMBLY_FAILURES, 1))
                .result()
                .verdict()
                .findings();

        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.reason()).isEqualTo(Reason.RECEIVE_DROPS);
            assertThat(finding.severity()).isEqualTo(severity);
        });
    }

    @Test
    void dropsAndPausesWarnAndWaitingInforms() {
        var result = TestRun.of(
                        1,
                        1,
                        alone().counter(Counters.UDP_RECEIVE_BUFFER_DROPS, 1_200)
                                .counter(Counters.IP_REASSEMBLY_FAILURES, 3)
                                .counter(Counters.UDP_SEND_BUFFER_DROPS, 4)
                                .counter(Counters.RETRANSMISSIONS, 5)
                                .counter(Counters.GC_NANOS, 60_000_000)
                                .counter(Counters.CPU_STEAL_NANOS, 100_000_000)
                                .counter(Counters.CPU_THROTTLED_NANOS, 20_000_000)
                                .counter(Counters.FLOW_CONTROL_BLOCKS, 6)
                                .counter(Counters.FLOW_CONTROL_BLOCKED_NANOS, 7_000_000))
                .hostCounter(0, Counters.SWITCH_PORT_DROPS, 8)
                .result();
        assertThat(result.valid()).isTrue();
        assertThat(result.verdict().findings())
                .extracting(finding -> finding.severity().label() + " " + finding.evidence())
                .containsExactly(
                        "Warning Kernel or interface dropped what had arrived: member-0 1,200 udpReceiveBufferDrops"
                                + " and 3 ipReassemblyFailures.",
                        "Warning Kernel or interface dropped what was to be sent: member-0 4 udpSendBufferDrops.",
                        "Warning Garbage collection took 5 % or more of the measured time: member-0 6.0 %.",
                        "Warning CPU steal took 5 % or more of the time in which a host's CPUs had work: member-0"
                                + " 100.0 %.",
                        "Warning A limit on CPU time, such as a container's, kept the member from running, on average"
                                + " over the CPUs that it uses, 2 % or more of the measured time: member-0 2.0 %.",
                        "Info The switch dropped frames as the port's queue was full: member-0 8 switchPortDrops.",
                        "Info Messages or segments were sent again: member-0 5 retransmissions.",
                        "Info Flow control held senders back: member-0 6 times (7.000 ms).");
    }

    @Test
    void timeForWhichFlowControlHeldSendersBackIsNoZeroWhereItIsMicroseconds() {
        var blocked =
                alone().counter(Counters.FLOW_CONTROL_BLOCKS, 6).counter(Counters.FLOW_CONTROL_BLOCKED_NANOS, 10_400);

        assertThat(TestRun.of(1, 1, blocked).result().verdict().findings())
                .extracting(Finding::evidence)
                .containsExactly("Flow control held senders back: member-0 6 times (0.0104 ms).");
    }

    @Test
    void retransmissionsOfAPercentOfTheMessagesWarn() {
        var result =
                TestRun.of(1, 1, alone().counter(Counters.RETRANSMISSIONS, 100)).result();
        assertThat(result.verdict().findings())
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(tuple(Reason.RETRANSMISSIONS, Severity.WARNING));
    }

    @Test
    void messagesThatWereSentAgainThoughNoneWasMissedAreTold() {
        var result = TestRun.of(
                        2,
                        2,
                        whole(0).counter(Counters.RETRANSMISSIONS, 463),
                        whole(1).counter(Counters.MESSAGES_FROM + "member-0", 10_000)
                                .counter(Counters.MISSED_FROM + "member-0", 1))
                .result();

        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() == Reason.RETRANSMISSIONS)
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence())
                        .endsWith("were lost between members and sent again: to member-1 1. In all 463 messages were"
                                + " sent again: most of them were late, or were asked for several times."));
    }

    @Test
    void whatTheKernelCountsForAllMembersOfANetworkNamespaceCountsOnce() {
        var result = TestRun.of(
                        2,
                        2,
                        within("net:[1]", 0)
                                .counter(Counters.IP_REASSEMBLY_FAILURES, 7)
                                .counter(Counters.UDP_RECEIVE_BUFFER_DROPS, 2)
                                .counter(Counters.INTERFACE_SEND_DROPS, 3),
                        within("net:[1]", 1)
                                .counter(Counters.IP_REASSEMBLY_FAILURES, 8)
                                .counter(Counters.INTERFACE_SEND_DROPS, 3))
                .result();
        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() != Reason.SHARED_HOST)
                .extracting(Finding::evidence)
                .containsExactly(
                        "Kernel or interface dropped what had arrived: member-0 2 udpReceiveBufferDrops, member-0 and 1"
                                + " more of its network namespace 8 ipReassemblyFailures.",
                        "Kernel or interface dropped what was to be sent: member-0 and 1 more on its interface 3"
                                + " interfaceSendDrops.");
        assertThat(result.members()).extracting(MemberResult::drops).containsExactly(2L, 0L);
        assertThat(result.members().getLast().report().orElseThrow().counters())
                .containsEntry(Counters.IP_REASSEMBLY_FAILURES, 8L);
    }

    @Test
    void membersOfSeveralNetworkNamespacesOrHostsAreCountedEach() {
        var result = TestRun.of(
                        3,
                        3,
                        within("net:[1]", 0, 3).counter(Counters.IP_REASSEMBLY_FAILURES, 7),
                        within("net:[2]", 1, 3).counter(Counters.IP_REASSEMBLY_FAILURES, 7),
                        within("net:[1]", 2, 3)
                                .host(HostFact.BOOT.label(), "b")
                                .counter(Counters.IP_REASSEMBLY_FAILURES, 7))
                .result();
        assertThat(result.members()).extracting(MemberResult::drops).containsExactly(7L, 7L, 7L);
    }

    @Test
    void membersWhoseHostsCannotBeToldApartAreCountedEach() {
        var result = TestRun.of(
                        2,
                        2,
                        within(HostSnapshot.absent("no such file"), 0).counter(Counters.IP_REASSEMBLY_FAILURES, 7),
                        within(HostSnapshot.absent("no such file"), 1).counter(Counters.IP_REASSEMBLY_FAILURES, 7))
                .result();
        assertThat(result.members()).extracting(MemberResult::drops).containsExactly(7L, 7L);
    }

    @Test
    void segmentsOfOtherConnectionsThanTheTransportsDoNotCount() {
        var result = TestRun.of(
                        1,
                        1,
                        alone().counter(Counters.TCP_SENT_SEGMENTS, 100)
                                .counter(Counters.TCP_RETRANSMITTED_SEGMENTS, 50))
                .result();
        assertThat(result.verdict().findings()).isEmpty();
        assertThat(result.members().getFirst().retransmissions()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"199, INFO", "200, WARNING"})
    void segmentsSentAgainAreComparedWithSegmentsAndNotWithMessages(long again, Severity severity) {
        var result = TestRun.of(
                        2,
                        2,
                        within("net:[1]", 0)
                                .overTcp()
                                .counter(Counters.TCP_SENT_SEGMENTS, 20_000)
                                .counter(Counters.TCP_RETRANSMITTED_SEGMENTS, again),
                        within("net:[1]", 1)
                                .overTcp()
                                .counter(Counters.TCP_SENT_SEGMENTS, 20_000)
                                .counter(Counters.TCP_RETRANSMITTED_SEGMENTS, again))
                .result();
        assertThat(result.verdict().findings())
                .filteredOn(finding -> finding.reason() != Reason.SHARED_HOST)
                .containsExactly(new Finding(
                        Reason.RETRANSMISSIONS,
                        severity,
                        "Messages or segments were sent again: member-0 and 1 more of its network namespace " + again
                                + " tcpRetransmittedSegments."));
    }

    private static TestReport within(String networkNamespace, int index) {
        return within(networkNamespace, index, 2);
    }

    private static TestReport within(String networkNamespace, int index, int senders) {
        return TestReport.whole(index, senders, 10_000)
                .host(HostFact.BOOT.label(), "a")
                .host(HostFact.NETWORK_NAMESPACE.label(), networkNamespace)
                .host(HostFact.INTERFACE.label(), "eth0");
    }

    private static RunResult skewed(long millis, long errorMillis) {
        long began = 1_000_000_000_000L;
        return TestRun.of(
                        2,
                        1,
                        TestReport.whole(0, 1, 10_000).beganAt(began),
                        TestReport.whole(1, 1, 10_000)
                                .beganAt(began + Duration.ofMillis(millis).toNanos()))
                .clock(0, 0, Duration.ofMillis(errorMillis).toNanos())
                .result();
    }

    private static TestReport whole(int index) {
        return TestReport.whole(index, 2, 10_000);
    }

    private static TestReport alone() {
        return TestReport.whole(0, 1, 10_000);
    }
}
