package io.jgbench.workload.datagram;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.datagram.DatagramReport;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.Outbound;
import io.jgbench.coordination.workload.datagram.DatagramReport.Sample;
import io.jgbench.coordination.workload.datagram.DatagramReport.Socket;
import io.jgbench.coordination.workload.datagram.DatagramReportBuilder;
import io.jgbench.coordination.workload.datagram.DatagramReportInboundBuilder;
import io.jgbench.coordination.workload.datagram.DatagramSpec;
import io.jgbench.datagram.Listener;
import io.jgbench.datagram.Publisher;
import io.jgbench.datagram.SlotMeter;
import io.jgbench.datagram.StreamCount;
import io.jgbench.workload.datagram.DatagramWorkload.Opened;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * What a member's packets came to.
 *
 * @param spec what was asked for
 * @param clock the member's clock
 * @param opened what sent and received them; empty where nothing was opened
 * @param round the measured one, or the last trial of a search; empty where none was planned
 * @param search the search, where one was asked for and the warm-up is over
 */
record DatagramResult(
        DatagramSpec spec,
        EpochClock clock,
        Optional<Opened> opened,
        Optional<PublishRound> round,
        Optional<Search> search) {

    /**
     * The report of it.
     *
     * @param endedAtEpochNanos when the measured part ended, on the member's clock; 0 if it has not begun
     * @param samples the time series
     */
    DatagramReport report(long endedAtEpochNanos, List<Sample> samples) {
        Optional<Publisher> publisher = opened.map(Opened::publisher);
        Optional<SlotMeter> slots = publisher.flatMap(Publisher::slots);
        return DatagramReportBuilder.builder()
                .packetBytes(spec.packetBytes())
                .publishNanos(round.map(PublishRound::publishNanos).orElse(0L))
                .outbound(ofBoth(this::outbound))
                .inbound(ofBoth(this::inbound))
                .slots(slots.map(SlotMeter::slots).orElse(0L))
                .slotsWithinRate(slots.map(SlotMeter::within).orElse(0L))
                .openLoop(round.filter(known -> known.publishNanos() > 0)
                        .flatMap(_ -> publisher)
                        .flatMap(Publisher::openLoop))
                .queueFull(publisher.map(Publisher::refused).orElse(0L))
                .strangers(opened.map(Opened::endpoint)
                        .flatMap(Endpoint::listener)
                        .map(Listener::strangers)
                        .orElse(0L))
                .socket(opened.map(Opened::endpoint)
                        .map(Endpoint::description)
                        .orElse(new Socket("none", 0, 0, 0, 0, 0)))
                .endedAtEpochNanos(endedAtEpochNanos)
                .samples(samples)
                .trials(search.map(Search::trials).orElse(List.of()))
                .foundBytesPerSecond(search.map(Search::foundBytesPerSecond).orElse(0L))
                .build();
    }

    private <T> List<T> ofBoth(BiFunction<PublishRound, PathProbe, List<T>> pairs) {
        return round.flatMap(measured -> opened.map(known -> pairs.apply(measured, known.probe())))
                .orElse(List.of());
    }

    private List<Outbound> outbound(PublishRound measured, PathProbe probe) {
        return measured.destinations().entrySet().stream()
                .map(destination -> new Outbound(
                        destination.getKey(),
                        destination.getValue().sent(),
                        probe.largeBytes(),
                        probe.sent(destination.getKey())))
                .toList();
    }

    private List<Inbound> inbound(PublishRound measured, PathProbe probe) {
        long epochOffset = clock.epochNanos() - System.nanoTime();
        var large = probe.largeCounts();
        var small = probe.smallCounts();
        return measured.countsWithLate().entrySet().stream()
                .map(entry -> {
                    StreamCount count = entry.getValue();
                    boolean any = count.received() > 0;
                    return DatagramReportInboundBuilder.builder()
                            .publisher(entry.getKey())
                            .sent(count.sent())
                            .received(count.received())
                            .duplicate(count.duplicate())
                            .outOfOrder(count.outOfOrder())
                            .offsets(count.offsets())
                            .late(count.late())
                            .corrupt(count.corrupt())
                            .bytes(count.bytes())
                            .firstEpochNanos(any ? count.firstNanos() + epochOffset : 0)
                            .lastEpochNanos(any ? count.lastNanos() + epochOffset : 0)
                            .probesReceived((int) large.get(entry.getKey()).received())
                            .smallProbesReceived((int) small.get(entry.getKey()).received())
                            .build();
                })
                .toList();
    }
}
