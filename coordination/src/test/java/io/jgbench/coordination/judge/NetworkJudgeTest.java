package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkJudgeTest {
    private static final long MESSAGES = 100_000;
    private static final Duration RUN = Duration.ofSeconds(10);

    @Test
    void framesOfProtocolsThatNobodyListensToWarnOfNothing() {
        assertThat(findings(alone(100).counter(Counters.INTERFACE_RECEIVE_DROPS, 1)))
                .singleElement()
                .extracting(Finding::severity)
                .isEqualTo(Severity.INFO);
    }

    @ParameterizedTest
    @CsvSource({"11, INFO", "20, INFO", "21, WARNING"})
    void framesThatAnInterfaceDroppedCountFromMoreThanOneASecondOn(long drops, Severity severity) {
        assertThat(findings(alone(MESSAGES).counter(Counters.INTERFACE_RECEIVE_DROPS, drops)))
                .singleElement()
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(Reason.RECEIVE_DROPS, severity);
    }

    @ParameterizedTest
    @CsvSource({"9, INFO", "10, WARNING"})
    void framesThatACardHadNoRoomForAreTheRuns(long missed, Severity severity) {
        assertThat(findings(alone(MESSAGES)
                        .counter(Counters.INTERFACE_RECEIVE_DROPS, missed)
                        .counter(Counters.INTERFACE_RECEIVE_MISSED, missed)))
                .singleElement()
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(Reason.RECEIVE_DROPS, severity);
    }

    @ParameterizedTest
    @CsvSource({"9, INFO", "10, WARNING"})
    void packetsDroppedOnSendingWarnFromOneInTenThousandMessagesOn(long drops, Severity severity) {
        assertThat(findings(alone(MESSAGES)
                        .counter(Counters.UDP_SEND_BUFFER_DROPS, drops - 1)
                        .counter(Counters.QUEUE_DROPS, 1)))
                .containsExactly(new Finding(
                        Reason.SEND_DROPS,
                        severity,
                        "Kernel or interface dropped what was to be sent: member-0 " + (drops - 1)
                                + " udpSendBufferDrops and 1 queueDrops."));
    }

    @ParameterizedTest
    @CsvSource({"9, 9, INFO", "10, 10, WARNING", "999, 0, INFO", "1000, 0, WARNING"})
    void batchesThatTheStackDropsWeighAsPacketsAndMessagesAsThoseSentAgain(
            long drops, long batches, Severity severity) {
        assertThat(findings(alone(MESSAGES)
                        .counter(Counters.STACK_DROPS, drops)
                        .counter(Counters.REJECTED_BATCHES, batches)))
                .containsExactly(new Finding(
                        Reason.STACK_DROPS,
                        severity,
                        "The stack itself dropped messages or batches of them: member-0 " + Wording.grouped(drops)
                                + " stackDrops."));
    }

    @ParameterizedTest
    @CsvSource({
        "udpReceiveBufferDrops, 9, INFO",
        "udpReceiveBufferDrops, 10, WARNING",
        "queueDrops, 9, INFO",
        "queueDrops, 10, WARNING",
        "stackDrops, 33, INFO",
        "stackDrops, 34, WARNING",
        "retransmissions, 33, INFO",
        "retransmissions, 34, WARNING"
    })
    void packetsAreAPartOfALargeMessage(String counter, long count, Severity severity) {
        // 100 messages of 1 MB are 100 MB, and 3,400 fragments
        var report = alone(100)
                .framed(new Framing(4_200, 30_060, 60, Layer.UDP, true))
                .counter(counter, count);
        var largeMessages = new MulticastSpec(
                1, RunLength.of(100), 1_000_000, Warmup.of(0), 1, Duration.ofMillis(100), Duration.ZERO, 100);

        assertThat(ofTheNetwork(TestRun.of(largeMessages, List.of(report.report()))))
                .singleElement()
                .extracting(Finding::severity)
                .isEqualTo(severity);
    }

    @ParameterizedTest
    @CsvSource({"1, 5000, INFO", "4, 5000, INFO", "5, 50001, INFO", "5, 50000, WARNING"})
    void damagedFramesWarnFromOneInTenThousandOn(long errors, long frames, Severity severity) {
        assertThat(findings(alone(MESSAGES)
                        .counter(Counters.INTERFACE_RECEIVE_ERRORS, errors - 1)
                        .counter(Counters.INTERFACE_SEND_ERRORS, 1)
                        .counter(Counters.INTERFACE_RECEIVED_FRAMES, frames - 1)
                        .counter(Counters.INTERFACE_SENT_FRAMES, 1)))
                .singleElement()
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(Reason.LINK_ERRORS, severity);
    }

    @Test
    void linkThatWentDownOnceWarnsWithItsMember() {
        assertThat(findings(alone(MESSAGES).counter(Counters.CARRIER_LOSSES, 1)))
                .singleElement()
                .extracting(Finding::reason, Finding::severity, Finding::evidence)
                .containsExactly(
                        Reason.LINK_LOST,
                        Severity.WARNING,
                        "The interface lost its carrier: member-0 1 carrierLosses.");
    }

    @Test
    void oneBadCableAmongManyWarns() {
        var reports = IntStream.range(0, 64)
                .mapToObj(index -> TestReport.whole(index, 1, MESSAGES)
                        .in(RUN)
                        .counter(Counters.INTERFACE_RECEIVE_ERRORS, index == 17 ? 5_000 : 0)
                        .counter(Counters.INTERFACE_RECEIVED_FRAMES, 1_000_000))
                .toArray(TestReport[]::new);

        assertThat(findings(reports)).singleElement().satisfies(finding -> {
            assertThat(finding.reason()).isEqualTo(Reason.LINK_ERRORS);
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.evidence()).contains("member-17 5,000 interfaceReceiveErrors");
        });
    }

    @Test
    void pauseFramesAreToldAndWarnOfNothing() {
        assertThat(findings(alone(MESSAGES)
                        .counter(Counters.PAUSE_FRAMES_RECEIVED, 7_000)
                        .counter(Counters.PAUSE_FRAMES_SENT, 0)))
                .containsExactly(new Finding(
                        Reason.PAUSE_FRAMES,
                        Severity.INFO,
                        "Cards and switch told each other to pause: member-0 7,000 pauseFramesReceived."));
    }

    @Test
    void bufferThatWasGrantedSmallerThanAskedForIsToldWhereItOverflowed() {
        var small = alone(MESSAGES)
                .host("jgroups.multicastReceiveBufferBytesAsked", "5000000")
                .host("jgroups.multicastReceiveBufferBytesGranted", "5000000")
                .host("jgroups.unicastReceiveBufferBytesAsked", "5000000")
                .host("jgroups.unicastReceiveBufferBytesGranted", "40000");

        assertThat(findings(small)).isEmpty();
        assertThat(findings(small.counter(Counters.UDP_RECEIVE_BUFFER_DROPS, 12)))
                .containsExactly(new Finding(
                        Reason.RECEIVE_DROPS,
                        Severity.WARNING,
                        "Kernel or interface dropped what had arrived: member-0 12 udpReceiveBufferDrops. Less receive"
                                + " buffer was granted than asked for: member-0 40,000 of 5,000,000 bytes."));
    }

    @Test
    void sendBufferThatWasGrantedSmallerThanAskedForIsToldWhereSocketsDropped() {
        var small = alone(MESSAGES)
                .host("udp.sendBufferBytesAsked", "1048576")
                .host("udp.sendBufferBytesGranted", "212992")
                .host("udp.receiveBufferBytesAsked", "1048576")
                .host("udp.receiveBufferBytesGranted", "4711");

        assertThat(findings(small)).isEmpty();
        assertThat(findings(small.counter(Counters.UDP_SEND_BUFFER_DROPS, 12)))
                .singleElement()
                .extracting(Finding::reason, Finding::evidence)
                .containsExactly(
                        Reason.SEND_DROPS,
                        "Kernel or interface dropped what was to be sent: member-0 12 udpSendBufferDrops. Less send"
                                + " buffer was granted than asked for: member-0 212,992 of 1,048,576 bytes.");
    }

    @Test
    void buffersOfTransportUdpAreComparedAsWell() {
        assertThat(findings(alone(MESSAGES)
                        .host("udp.receiveBufferBytesAsked", "26214400")
                        .host("udp.receiveBufferBytesGranted", "212992")
                        .counter(Counters.UDP_RECEIVE_BUFFER_DROPS, 12)))
                .singleElement()
                .extracting(Finding::evidence)
                .asString()
                .endsWith("member-0 212,992 of 26,214,400 bytes.");
    }

    @ParameterizedTest
    @CsvSource({"4, 100, INFO", "5, 500, WARNING", "5, 501, INFO"})
    void aFewSegmentsOfAnotherProgramSentAgainWarnOfNothing(long again, long sent, Severity severity) {
        assertThat(findings(
                        alone(MESSAGES),
                        TestReport.whole(1, 1, MESSAGES)
                                .in(RUN)
                                .overTcp()
                                .counter(Counters.TCP_SENT_SEGMENTS, sent)
                                .counter(Counters.TCP_RETRANSMITTED_SEGMENTS, again)))
                .singleElement()
                .extracting(Finding::reason, Finding::severity)
                .containsExactly(Reason.RETRANSMISSIONS, severity);
    }

    @Test
    void segmentsOfOtherProgramsDoNotCountWhereTheMembersOwnAreKnown() {
        assertThat(findings(connected(0, 1), connected(1, 0))).isEmpty();
    }

    private static TestReport connected(int self, int other) {
        return TestReport.whole(self, 2, MESSAGES)
                .in(RUN)
                .overTcp()
                .counter(Counters.TCP_SEGMENTS_TO + "member-" + other, 2_000)
                .counter(Counters.TCP_SENT_SEGMENTS, 2_500)
                .counter(Counters.TCP_RETRANSMITTED_SEGMENTS, 400);
    }

    @Test
    void memberWhoseInterfaceIsNotInTheRunsGroupIsNamed() {
        assertThat(findings(grouped(0, "eth0", "eth0"), grouped(1, "eth0", "eth1,lo")))
                .containsExactly(new Finding(
                        Reason.GROUP_NOT_JOINED,
                        Severity.WARNING,
                        "The interface was not in the run's multicast group: member-1 eth0 (in it: eth1,lo)."));
    }

    @Test
    void groupThatOnlyDiscoveryUsesIsNotLookedAt() {
        assertThat(findings(
                        grouped(0, "eth0", "eth0"), grouped(1, "eth0", "eth1").overTcp()))
                .isEmpty();
    }

    @Test
    void memberOfWhoseGroupsNothingIsKnownIsNotJudged() {
        assertThat(findings(grouped(0, "eth0", "unknown: the kernel tells of no interface in 239.1.1.1")))
                .isEmpty();
    }

    private static TestReport grouped(int index, String networkInterface, String joined) {
        return TestReport.whole(index, 2, MESSAGES)
                .in(RUN)
                .host(HostFact.INTERFACE.label(), networkInterface)
                .host(HostFact.MULTICAST_INTERFACES.label(), joined);
    }

    private static TestReport alone(long messages) {
        return TestReport.whole(0, 1, messages).in(RUN);
    }

    /** Those of the network alone. */
    private static List<Finding> findings(TestReport... reports) {
        return ofTheNetwork(TestRun.of(reports.length, 1, reports));
    }

    private static List<Finding> ofTheNetwork(TestRun run) {
        return run.result().verdict().findings().stream()
                .filter(finding -> List.of(
                                Reason.GROUP_NOT_JOINED,
                                Reason.LINK_ERRORS,
                                Reason.LINK_LOST,
                                Reason.RECEIVE_DROPS,
                                Reason.SEND_DROPS,
                                Reason.STACK_DROPS,
                                Reason.RETRANSMISSIONS,
                                Reason.PAUSE_FRAMES)
                        .contains(finding.reason()))
                .toList();
    }
}
