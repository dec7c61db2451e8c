package io.jgbench.coordination.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.Counters;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.protocol.WorkloadReport.Crossing;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Finding.Reason;
import io.jgbench.coordination.result.TestReport;
import io.jgbench.coordination.result.TestRun;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.datagram.DatagramReport;
import io.jgbench.coordination.workload.datagram.DatagramReport.Outbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.PairLoss;
import io.jgbench.coordination.workload.datagram.DatagramReport.SearchTrial;
import io.jgbench.coordination.workload.datagram.DatagramReport.Socket;
import io.jgbench.coordination.workload.datagram.DatagramReportBuilder;
import io.jgbench.coordination.workload.datagram.DatagramReportInboundBuilder;
import io.jgbench.coordination.workload.datagram.DatagramSearch;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import io.jgbench.coordination.workload.rpc.RpcReportBuilder;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtherTrafficTest {
    private static final Duration RUN = Duration.ofSeconds(10);

    /** Of each of two senders, of 1,000 bytes each. */
    private static final long MESSAGES = 100_000;

    /** In 1,500 bytes a frame, with headers. */
    private static final long CARRIED = MESSAGES * 1100;

    private static final String GIGABIT = "1000000000";

    @Test
    void linksThatCarriedTheRunsMessagesAloneAreNotTold() {
        assertThat(findings(member(0), member(1))).isEmpty();
    }

    @Test
    void linkThatOthersFillIsToldWithTheMemberAndItsShare() {
        // 50 MB/s of others are 40 % of 1 Gbit/s, of which 38 % are certain
        var filled =
                member(1).carried(CARRIED + 500_000_000, CARRIED).host(HostFact.LINE_RATE_BITS_PER_SECOND, GIGABIT);

        assertThat(findings(member(0), filled)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.evidence())
                    .contains("to member-1 ", "(38 % of its line rate)")
                    .doesNotContain("member-0", "from member-1");
        });
    }

    @ParameterizedTest
    @CsvSource({"120_000_000, false", "250_000_000, true"})
    void lessThanATenthOfTheLineRateTakesNothingFromARun(String others, boolean told) {
        long more = Long.parseLong(others.replace("_", ""));
        var shared = member(1).carried(CARRIED, CARRIED + more).host(HostFact.LINE_RATE_BITS_PER_SECOND, GIGABIT);

        assertThat(findings(member(0), shared)).hasSize(told ? 1 : 0);
    }

    /** The coordinator sends what others handed to it, and what it sends comes back to them as well. */
    @ParameterizedTest
    @ValueSource(strings = {"SEQUENCER", "DAISYCHAIN"})
    void whatMembersSendForOthersIsTheRunsOwn(String protocol) {
        String protocols = "UDP PING NAKACK2 " + protocol + " FRAG2";
        var coordinator = member(0)
                .carried(CARRIED, 5 * CARRIED)
                .host(HostFact.LINE_RATE_BITS_PER_SECOND, GIGABIT)
                .host("jgroups.protocols", protocols);
        var other = member(1)
                .carried(5 * CARRIED, CARRIED)
                .host(HostFact.LINE_RATE_BITS_PER_SECOND, GIGABIT)
                .host("jgroups.protocols", protocols);

        assertThat(findings(coordinator, other)).isEmpty();
    }

    @Test
    void whereTheLineRateIsNotKnownItIsAnInformation() {
        assertThat(findings(member(0), member(1).carried(CARRIED + 500_000_000, CARRIED)))
                .singleElement()
                .extracting(Finding::severity)
                .isEqualTo(Severity.INFO);
    }

    @Test
    void whatWasLostBehindTheInterfaceOrSentAgainIsTheRunsOwn() {
        var again = member(1)
                .counter(Counters.RETRANSMISSION_REQUESTS, MESSAGES)
                .carried(3 * CARRIED, CARRIED)
                .host(HostFact.LINE_RATE_BITS_PER_SECOND, "100000000");

        assertThat(findings(member(0), again)).isEmpty();
    }

    @Test
    void interfaceOfSeveralMembersIsNotJudged() {
        var neighbour = member(1).carried(CARRIED + 500_000_000, CARRIED).host(HostFact.NETWORK_NAMESPACE, "net:[0]");

        assertThat(findings(member(0), neighbour)).isEmpty();
    }

    /** What a member counted that made 6,800 requests/s of 1,000 bytes over the stack udp, 80 % of them reads. */
    @Test
    void callsAndAnswersOfRequestsAreTheRunsOwn() {
        assertThat(findings(rpc(), List.of(requester(0, 0), requester(1, 0)))).isEmpty();
    }

    @Test
    void trafficOfOthersBesideRequestsIsTold() {
        assertThat(findings(rpc(), List.of(requester(0, 0), requester(1, 300_000_000))))
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence())
                        .contains("to member-1 ", "from member-1 ")
                        .doesNotContain("member-0"));
    }

    @Test
    void packetsThatAFailedTrialLostBehindTheInterfaceAreTheRunsOwn() {
        var search = DatagramSpecBuilder.builder()
                .publishers(1)
                .listeners(1)
                .packetBytes(1000)
                .processBytes(4)
                .rxBufferPackets(1428)
                .txBufferPackets(16)
                .rxTimeout(Duration.ofSeconds(1))
                .bytesPerSecond(Optional.of(50_000_000L))
                .duration(Duration.ofSeconds(5))
                .warmup(Warmup.of(0))
                .provider(DatagramSpec.Provider.AUTO)
                .logInterval(Duration.ofSeconds(1))
                .search(Optional.of(new DatagramSearch(Duration.ofSeconds(5), 20, 1)))
                .build();
        var members = List.of(apart(0, publisher(), 0, 600_000_000), apart(1, listener(), 600_000_000, 0));

        assertThat(findings(search, members)).isEmpty();
    }

    @Test
    void eachCopyOfAMessageIsAMessageToOthers() {
        var sender = TestReport.whole(0, 2, MESSAGES).report().workload();

        assertThat(sender.mostToOthers(3)).contains(new Crossing(3 * MESSAGES, 3 * MESSAGES * 1000));
        assertThat(sender.mostToOthers(1)).contains(new Crossing(MESSAGES, MESSAGES * 1000));
        assertThat(sender.mostFromOthers(0)).contains(new Crossing(MESSAGES, MESSAGES * 1000));
    }

    private static List<Finding> findings(TestReport... members) {
        return otherTraffic(TestRun.of(2, 2, members));
    }

    private static List<Finding> findings(WorkloadSpec workload, List<MemberReport> members) {
        return otherTraffic(TestRun.of(workload, members));
    }

    private static List<Finding> otherTraffic(TestRun run) {
        return run.result().verdict().findings().stream()
                .filter(finding -> finding.reason() == Reason.OTHER_TRAFFIC)
                .toList();
    }

    private static RpcSpec rpc() {
        return new RpcSpec(
                RunLength.of(54_908),
                Warmup.of(0),
                1000,
                2,
                80,
                100,
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(1));
    }

    private static MemberReport requester(int index, long ofOthers) {
        var workload = RpcReportBuilder.builder()
                .requests(54_908)
                .readsDone(43_926)
                .writesDone(10_982)
                .callsSent(65_890)
                .callsAnswered(65_890)
                .callsServed(65_889)
                .payloadBytes(1000)
                .latencyFrom(LatencyFrom.SEND)
                .endedAtEpochNanos(TestReport.BEGAN + 8_060_709_437L)
                .readHistogram("")
                .writeHistogram("")
                .samples(List.of())
                .build();
        return apart(index, workload, 74_930_060 + ofOthers, 73_006_813 + ofOthers);
    }

    /** In a first trial 400,000 of 500,000 packets of 1,000 bytes were lost, in the last none of 100,000. */
    private static DatagramReport listener() {
        var last = DatagramReportInboundBuilder.builder()
                .publisher(0)
                .sent(100_000)
                .received(100_000)
                .bytes(100_000_000)
                .firstEpochNanos(TestReport.BEGAN)
                .lastEpochNanos(TestReport.BEGAN + RUN.toNanos())
                .build();
        return datagrams()
                .outbound(List.of())
                .inbound(List.of(last))
                .trials(List.of(
                        new SearchTrial(50_000_000, 0, false, List.of(new PairLoss(0, 500_000, 100_000))),
                        new SearchTrial(10_000_000, 0, true, List.of(new PairLoss(0, 100_000, 100_000)))))
                .build();
    }

    private static DatagramReport publisher() {
        return datagrams()
                .publishNanos(RUN.toNanos())
                .outbound(List.of(new Outbound(1, 100_000, 1472, 3)))
                .inbound(List.of())
                .trials(List.of(
                        new SearchTrial(50_000_000, 50_000_000, false, List.of()),
                        new SearchTrial(10_000_000, 10_000_000, true, List.of())))
                .build();
    }

    private static DatagramReportBuilder datagrams() {
        return DatagramReportBuilder.builder()
                .packetBytes(1000)
                .openLoop(Optional.empty())
                .socket(new Socket("nio", 0, 0, 0, 0, 0))
                .endedAtEpochNanos(TestReport.BEGAN + RUN.toNanos())
                .samples(List.of())
                .foundBytesPerSecond(10_000_000);
    }

    private static MemberReport apart(int index, WorkloadReport workload, long received, long sent) {
        return MemberReportBuilder.builder()
                .runId("run-1")
                .member("member-" + index)
                .index(index)
                .failure(Optional.empty())
                .beganAtEpochNanos(TestReport.BEGAN)
                .workload(workload)
                .counters(Map.of(
                        Counters.INTERFACE_RECEIVED_BYTES,
                        received,
                        Counters.INTERFACE_RECEIVED_FRAMES,
                        received / 1326,
                        Counters.INTERFACE_SENT_BYTES,
                        sent,
                        Counters.INTERFACE_SENT_FRAMES,
                        sent / 1288))
                .framing(TestReport.UDP)
                .host(Map.of(
                        HostFact.BOOT.label(),
                        "a",
                        HostFact.INTERFACE.label(),
                        "eth0",
                        HostFact.NETWORK_NAMESPACE.label(),
                        "net:[" + index + "]"))
                .activity(Activity.NONE)
                .build();
    }

    private static TestReport member(int index) {
        return TestReport.whole(index, 2, MESSAGES)
                .in(RUN)
                .carried(CARRIED, CARRIED)
                .counter(Counters.INTERFACE_RECEIVED_FRAMES, CARRIED / 1500)
                .counter(Counters.INTERFACE_SENT_FRAMES, CARRIED / 1500)
                .host(HostFact.BOOT, "a")
                .host(HostFact.INTERFACE, "eth0")
                .host(HostFact.NETWORK_NAMESPACE, "net:[" + index + "]");
    }
}
