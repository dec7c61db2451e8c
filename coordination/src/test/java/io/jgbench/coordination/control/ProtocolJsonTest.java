package io.jgbench.coordination.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.coordination.ClockOrigin;
import io.jgbench.coordination.protocol.ArmRequest;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.ClockReading;
import io.jgbench.coordination.protocol.Credentials;
import io.jgbench.coordination.protocol.GroupKey;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.protocol.MemberConfig;
import io.jgbench.coordination.protocol.MemberFailure;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.protocol.PreflightReport;
import io.jgbench.coordination.protocol.Refusal;
import io.jgbench.coordination.protocol.StartRequest;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.protocol.TuningReport;
import io.jgbench.coordination.protocol.WithdrawRequest;
import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.workload.datagram.DatagramReport;
import io.jgbench.coordination.workload.datagram.DatagramReportBuilder;
import io.jgbench.coordination.workload.messagebus.MessageBusReport;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Backlog;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sent;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Traffic;
import io.jgbench.coordination.workload.messagebus.MessageBusReportBuilder;
import io.jgbench.coordination.workload.multicast.MulticastReport.Sample;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import io.jgbench.coordination.workload.multicast.MulticastReportBuilder;
import io.jgbench.coordination.workload.multicast.MulticastSpec;
import io.jgbench.coordination.workload.rpc.RpcReport;
import io.jgbench.coordination.workload.rpc.RpcReportBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProtocolJsonTest {

    static Stream<Object> records() {
        return Stream.of(
                new ArmRequest(Duration.ofMillis(1500)),
                new ClockReading(Long.MAX_VALUE, Optional.of(new ClockOrigin("boot time:[1]", -1))),
                new Refusal("m0 cannot arm, it is \"CREATED\""),
                new Credentials("certificate", "key", "authority"),
                new MemberConfig(
                        "run-1",
                        "m0",
                        "127.0.0.1",
                        0,
                        Optional.of("ens1f0"),
                        new Credentials("c", "k", "a"),
                        Duration.ofMinutes(30),
                        Optional.of(GroupKey.random())),
                new StartRequest(3, 1_790_000_000_123_456_789L, new ClockOffset(-5, 7), Duration.ofNanos(1)),
                new WithdrawRequest(3),
                new JoinRequest(
                        new MulticastSpec(
                                1,
                                RunLength.of(2),
                                1000,
                                Warmup.of(3),
                                4,
                                Duration.ofSeconds(1),
                                Duration.ofNanos(5),
                                6),
                        new TransportSpec(
                                "jgroups",
                                Optional.of(new TransportSpec.Stack(
                                        "udp",
                                        "<config/>\n",
                                        Optional.of(new FlowWindow(500_000, OptionalLong.of(1), "as it is")))),
                                Map.of("a", "b"),
                                7800),
                        "c1",
                        1,
                        List.of(new Peer(0, "m0", "127.0.0.1", 7800), new Peer(1, "m1", "127.0.0.1", 7801)),
                        "239.8.8.8",
                        45588,
                        Duration.ofSeconds(30)),
                new TuningReport(
                        "run-1",
                        TuningReport.TuningOutcome.RESTORED,
                        Optional.of("bond0"),
                        Optional.of(new TuningReport.Bond("802.3ad", List.of("ens1f0", "ens1f1"))),
                        List.of(new TuningReport.Setting(
                                "bond0 mtu",
                                Optional.of("1500"),
                                Optional.of("9000"),
                                Optional.of("9000"),
                                Optional.of("1500"),
                                Optional.empty())),
                        List.of("a sentence")),
                new MemberState(
                        "run-1",
                        "m0",
                        MemberPhase.RUNNING,
                        new StartState(3, true),
                        4,
                        5,
                        6,
                        7,
                        Optional.empty(),
                        Optional.of("10.0.0.1"),
                        new HostNetwork(OptionalLong.of(212_992), OptionalLong.of(1_000_000_000)),
                        Optional.empty()),
                new MemberState(
                        "run-1",
                        "m0",
                        MemberPhase.FAILED,
                        StartState.NONE,
                        4,
                        5,
                        6,
                        7,
                        Optional.empty(),
                        Optional.empty(),
                        HostNetwork.UNKNOWN,
                        Optional.of(MemberFailure.of("m1 left the cluster"))),
                report(),
                RpcReportBuilder.builder()
                        .requests(1)
                        .readsDone(2)
                        .writesDone(3)
                        .timedOut(4)
                        .failed(5)
                        .callsSent(6)
                        .callsAnswered(7)
                        .answersLate(8)
                        .callsServed(9)
                        .payloadBytes(10)
                        .latencyFrom(LatencyFrom.INTENDED_SEND)
                        .endedAtEpochNanos(11)
                        .timedRequests(12)
                        .timedUntilEpochNanos(13)
                        .readHistogram("cg==")
                        .writeHistogram("dw==")
                        .samples(List.of())
                        .build(),
                MessageBusReportBuilder.builder()
                        .sender(true)
                        .out(new Traffic(1, 2))
                        .in(new Traffic(3, 4))
                        .activeNanos(5)
                        .firstToLastNanos(6)
                        .sent(List.of(new Sent(1, 7)))
                        .received(List.of(new Received(1, 8, 9, 10, 11, 12, true)))
                        .responsesExpected(13)
                        .responses(14)
                        .receipts(15)
                        .outBacklog(new Backlog(16, 17, 18, 19, 20))
                        .inBacklog(Backlog.NONE)
                        .errors(21)
                        .latencyFrom(LatencyFrom.SEND)
                        .endedAtEpochNanos(22)
                        .responseHistogram("cg==")
                        .receiptHistogram("")
                        .samples(List.of(new MessageBusReport.Sample(
                                23, new Traffic(1, 2), new Traffic(3, 4), 24, 25, 26, 27, 28, 29)))
                        .build(),
                DatagramReportBuilder.builder()
                        .packetBytes(1468)
                        .publishNanos(5)
                        .outbound(List.of(new DatagramReport.Outbound(1, 10, 1472, 3)))
                        .inbound(List.of(new DatagramReport.Inbound(1, 10, 9, 1, 1, 2, 0, 0, 13_212, 3, 4, 3, 3)))
                        .slots(100)
                        .slotsWithinRate(99)
                        .queueFull(0)
                        .strangers(0)
                        .socket(new DatagramReport.Socket("DatagramChannel", 1, 2, 3, 4, 5))
                        .endedAtEpochNanos(11)
                        .samples(List.of(new DatagramReport.Sample(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)))
                        .trials(List.of(new DatagramReport.SearchTrial(
                                0, 5, true, List.of(new DatagramReport.PairLoss(1, 10, 9)))))
                        .foundBytesPerSecond(7)
                        .build());
    }

    private static MemberReport report() {
        return MemberReportBuilder.builder()
                .runId("run-1")
                .member("m0")
                .index(0)
                .partial(true)
                .failure(Optional.of("m1 left"))
                .beganAtEpochNanos(1)
                .workload(MulticastReportBuilder.builder()
                        .sender(true)
                        .sentMessages(2)
                        .receivedMessages(3)
                        .expectedMessages(4)
                        .messageSizeBytes(5)
                        .firstReceivedEpochNanos(6)
                        .lastReceivedEpochNanos(7)
                        .timedMessages(3)
                        .timedUntilEpochNanos(7)
                        .streams(List.of(new StreamReport(0, 1, 2, 3, 4, 5, 6)))
                        .latencyHistogram("aGlzdG9ncmFt")
                        .samples(List.of(new Sample(1, 2, 3, 4, 5, 6, 7)))
                        .build())
                .counters(Map.of("gcCount", 1L))
                .framing(new Framing(1, 2, 3, Layer.UDP, true))
                .host(Map.of("jdk", "25"))
                .build();
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyRecordComesBackAsItWas(Object value) throws Exception {
        byte[] json = ProtocolJson.write(value);
        assertThat(new String(json, StandardCharsets.UTF_8)).doesNotContain("\n");
        assertThat((Object) ProtocolJson.readRequest(json, value.getClass())).isEqualTo(value);
        assertThat((Object) ProtocolJson.readAnswer(json, value.getClass())).isEqualTo(value);
    }

    @Test
    void socketOfAMemberOfAnEarlierVersionIsReadThoughItCountsNoPieces() throws Exception {
        String before = "{'calls':'DatagramChannel','receiveBufferBytes':1,'sendBufferBytes':2}".replace('\'', '"');

        var socket = ProtocolJson.readAnswer(before.getBytes(StandardCharsets.UTF_8), DatagramReport.Socket.class);

        assertThat(socket).isEqualTo(new DatagramReport.Socket("DatagramChannel", 1, 2, 0, 0, 0));
        assertThat(socket.packetsPerPiece()).isEqualTo(1);
    }

    @Test
    void requestsOfAMemberOfAnEarlierVersionAreReadThoughItDoesNotCountThemAtTheEndOfTheDuration() throws Exception {
        String before = """
                {"type": "Rpc", "requests": 1, "readsDone": 1, "writesDone": 0, "timedOut": 0, "failed": 0,
                 "callsSent": 1, "callsAnswered": 1, "answersLate": 0, "callsServed": 1, "payloadBytes": 1000, "latencyFrom": "SEND",
                 "endedAtEpochNanos": 7, "readHistogram": "", "writeHistogram": "", "openLoop": null, "samples": []}
                """;

        var report = ProtocolJson.readAnswer(before.getBytes(StandardCharsets.UTF_8), RpcReport.class);

        assertThat(report.timedUntilEpochNanos()).isZero();
        assertThat(report.endedAtEpochNanos()).isEqualTo(7);
    }

    @Test
    void preflightOfAMemberOfAnEarlierVersionIsReadThoughItTellsOfNoFragmentsAndPorts() throws Exception {
        String before = """
                {"member": 1, "scope": {"datagrams": true, "connections": false, "multicast": false},
                 "networkInterface": null, "receiveDrops": 3, "multicasts": 0, "fullMulticasts": 0,
                 "fullMulticastBytes": 0, "sent": [], "received": []}
                """;

        var report = ProtocolJson.readAnswer(before.getBytes(StandardCharsets.UTF_8), PreflightReport.class);

        assertThat(report.reassemblyFailures()).isZero();
        assertThat(report.ports()).isEmpty();
        assertThat(report.receiveDrops()).hasValue(3);
    }

    @Test
    void durationsAreWrittenAsIso8601() {
        assertThat(new String(ProtocolJson.write(new ArmRequest(Duration.ofSeconds(2))), StandardCharsets.UTF_8))
                .isEqualTo("{\"timeout\":\"PT2S\"}");
    }

    @Test
    void requestWithAFieldThatIsNotKnownIsRefused() {
        assertMalformed("{\"timeout\": \"PT2S\", \"retries\": 3}", "the field 'retries' is not known");
    }

    @Test
    void answerMayTellMoreThanIsKnown() throws Exception {
        var json = "{\"epochNanos\": 5, \"origin\": null, \"source\": \"ptp\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(ProtocolJson.readAnswer(json, ClockReading.class)).isEqualTo(new ClockReading(5, Optional.empty()));
    }

    @Test
    void jsonThatIsNotARequestIsRefusedWithOneSentence() {
        assertMalformed("garbage", "not a ArmRequest: Unrecognized token 'garbage'");
        assertMalformed("", "not a ArmRequest: ");
        assertMalformed("null", "not a ArmRequest: null");
        assertMalformed("{}", "timeout");
        assertMalformed("{\"timeout\": null}", "not a ArmRequest: timeout");
        assertMalformed("{\"timeout\": \"soon\"}", "soon");
        assertMalformed("{\"timeout\": \"PT2S\"} {}", "not a ArmRequest: ");
    }

    @Test
    void fieldThatIsNullIsToldByItsPath() {
        byte[] json = "{\"clock\": {\"offsetNanos\": null}}".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> ProtocolJson.readRequest(json, StartRequest.class))
                .hasMessage("not a StartRequest: clock.offsetNanos: Cannot map `null` into type `long`"
                        + " (line 1, column 27)");
    }

    private static void assertMalformed(String json, String why) {
        assertThatThrownBy(() -> ProtocolJson.readRequest(json.getBytes(StandardCharsets.UTF_8), ArmRequest.class))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining(why)
                .message()
                .doesNotContain("\n");
    }
}
