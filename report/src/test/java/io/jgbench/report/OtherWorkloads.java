package io.jgbench.report;

import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.RunEvidenceBuilder;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.spec.RunLength;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.datagram.DatagramReport;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.Outbound;
import io.jgbench.coordination.workload.datagram.DatagramReportBuilder;
import io.jgbench.coordination.workload.datagram.DatagramReportInboundBuilder;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.coordination.workload.datagram.DatagramSpecBuilder;
import io.jgbench.coordination.workload.messagebus.MessageBusReport;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Backlog;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Sent;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Traffic;
import io.jgbench.coordination.workload.messagebus.MessageBusReportBuilder;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec;
import io.jgbench.coordination.workload.messagebus.MessageBusSpec.Processing;
import io.jgbench.coordination.workload.messagebus.MessageBusSpecSendingBuilder;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.coordination.workload.rpc.RpcReport;
import io.jgbench.coordination.workload.rpc.RpcReportBuilder;
import io.jgbench.coordination.workload.rpc.RpcSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Results of runs of two members that do something else than {@link TestResults}, for a second. */
public final class OtherWorkloads {
    private static final long SECOND = 1_000_000_000;
    private static final int BYTES = 1000;

    private OtherWorkloads() {}

    /** Both make 20,000 requests over links of which those with a host fact have that line rate. */
    public static RunResult rpc(Optional<Link> narrowest, List<Map<String, String>> hosts) {
        var spec = new RpcSpec(
                RunLength.of(20_000),
                Warmup.of(0),
                BYTES,
                2,
                80,
                1,
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(1));
        return result(spec, "jgroups", narrowest, hosts, requests(), requests());
    }

    /** The first one publishes to the second. */
    public static RunResult datagram() {
        DatagramSpec spec = DatagramSpecBuilder.builder()
                .publishers(1)
                .listeners(1)
                .packetBytes(BYTES)
                .processBytes(4)
                .rxBufferPackets(1428)
                .txBufferPackets(16)
                .rxTimeout(Duration.ofSeconds(1))
                .bytesPerSecond(Optional.empty())
                .duration(Duration.ofSeconds(1))
                .warmup(Warmup.of(0))
                .port(0)
                .dontFragment(false)
                .provider(DatagramSpec.Provider.AUTO)
                .maxLossPpm(Optional.empty())
                .logInterval(Duration.ofSeconds(1))
                .search(Optional.empty())
                .build();
        return result(
                spec,
                "udp",
                Optional.empty(),
                List.of(),
                packets(List.of(new Outbound(1, 1000, 1472, 3)), List.of()),
                packets(
                        List.of(),
                        List.of(DatagramReportInboundBuilder.builder()
                                .publisher(0)
                                .sent(1000)
                                .received(1000)
                                .duplicate(0)
                                .outOfOrder(0)
                                .offsets(0)
                                .late(0)
                                .corrupt(0)
                                .bytes(1000L * BYTES)
                                .firstEpochNanos(TestResults.BEGAN)
                                .lastEpochNanos(TestResults.BEGAN + SECOND)
                                .probesReceived(3)
                                .smallProbesReceived(3)
                                .build())));
    }

    /** The first one sends to the second. */
    public static RunResult messageBus() {
        var spec = new MessageBusSpec(
                MessageBusSpecSendingBuilder.builder()
                        .senders(Optional.of(1))
                        .receivers(Optional.of(1))
                        .threads(1)
                        .smallestBytes(BYTES)
                        .largestBytes(BYTES)
                        .cached(false)
                        .bytesPerSecond(Optional.empty())
                        .flushFrequency(0)
                        .latencyFrequency(100)
                        .receipts(true)
                        .polite(false)
                        .block(false)
                        .blockSpin(Duration.ZERO)
                        .build(),
                new Processing(0, 0, Optional.empty(), false),
                Duration.ofSeconds(1),
                Warmup.of(0),
                Duration.ofSeconds(1),
                false);
        var none = new Traffic(0, 0);
        var all = new Traffic(1000, 1000L * BYTES);
        return result(
                spec,
                "tcp",
                Optional.empty(),
                List.of(),
                messages(true, all, none, List.of(new Sent(1, 1000)), List.of()),
                messages(false, none, all, List.of(), List.of(new Received(0, 1000, 1000, 0, 0, 0, true))));
    }

    private static RpcReport requests() {
        return RpcReportBuilder.builder()
                .requests(20_000)
                .readsDone(16_000)
                .writesDone(4_000)
                .timedOut(0)
                .failed(0)
                .callsSent(24_000)
                .callsAnswered(24_000)
                .answersLate(0)
                .callsServed(24_000)
                .payloadBytes(BYTES)
                .latencyFrom(LatencyFrom.SEND)
                .endedAtEpochNanos(TestResults.BEGAN + SECOND)
                .readHistogram(histogram())
                .writeHistogram(histogram())
                .samples(List.of())
                .build();
    }

    private static String histogram() {
        var recorded = new Histogram(3);
        IntStream.rangeClosed(1, 10).forEach(micros -> recorded.recordValue(micros * 1000L));
        return HistogramText.encode(recorded);
    }

    private static DatagramReport packets(List<Outbound> outbound, List<Inbound> inbound) {
        return DatagramReportBuilder.builder()
                .packetBytes(BYTES)
                .publishNanos(outbound.isEmpty() ? 0 : SECOND)
                .outbound(outbound)
                .inbound(inbound)
                .slots(0)
                .slotsWithinRate(0)
                .queueFull(0)
                .strangers(0)
                .socket(new DatagramReport.Socket("sendmmsg, recvmmsg with UDP_GRO", 1, 1, 0, 0, 0))
                .endedAtEpochNanos(TestResults.BEGAN + SECOND)
                .samples(List.of())
                .trials(List.of())
                .foundBytesPerSecond(0)
                .build();
    }

    private static MessageBusReport messages(
            boolean sender, Traffic out, Traffic in, List<Sent> sent, List<Received> received) {
        return MessageBusReportBuilder.builder()
                .sender(sender)
                .out(out)
                .in(in)
                .activeNanos(SECOND)
                .firstToLastNanos(received.isEmpty() ? 0 : SECOND)
                .sent(sent)
                .received(received)
                .responsesExpected(0)
                .responses(0)
                .receipts(0)
                .outBacklog(Backlog.NONE)
                .inBacklog(Backlog.NONE)
                .errors(0)
                .latencyFrom(LatencyFrom.SEND)
                .endedAtEpochNanos(TestResults.BEGAN + SECOND)
                .responseHistogram("")
                .receiptHistogram("")
                .samples(List.of())
                .build();
    }

    private static RunResult result(
            WorkloadSpec workload,
            String transport,
            Optional<Link> narrowest,
            List<Map<String, String>> hosts,
            WorkloadReport... reports) {
        List<MemberReport> all = new ArrayList<>();
        for (int i = 0; i < reports.length; i++) {
            all.add(MemberReportBuilder.builder()
                    .runId("run-1")
                    .member("lab-" + i)
                    .index(i)
                    .beganAtEpochNanos(TestResults.BEGAN)
                    .workload(reports[i])
                    .counters(Map.of())
                    .framing(new Framing(30, 65_000, 40, Layer.UDP, true))
                    .host(hosts.isEmpty() ? Map.of() : hosts.get(i))
                    .build());
        }
        return Workloads.result(RunEvidenceBuilder.builder()
                .runId("run-1")
                .spec(TestResults.spec(
                        "lab", reports.length, workload, new TransportSpec(transport, Optional.empty(), Map.of(), 0)))
                .reliable(!transport.equals("udp"))
                .memberNames(List.of("lab-0", "lab-1"))
                .reports(all)
                .clocks(Map.of("lab-0", new ClockOffset(0, 20_000), "lab-1", new ClockOffset(0, 20_000)))
                .link(narrowest)
                .hostCounters(Map.of())
                .startTime(Instant.parse("2026-11-01T10:00:00Z"))
                .completionTime(Instant.parse("2026-11-01T10:00:05Z"))
                .notApplied(List.of())
                .build());
    }
}
