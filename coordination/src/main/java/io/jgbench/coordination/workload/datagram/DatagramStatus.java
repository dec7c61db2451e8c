package io.jgbench.coordination.workload.datagram;

import static io.jgbench.coordination.workload.Metric.Direction.HIGHER_IS_FASTER;
import static io.jgbench.coordination.workload.Metric.Direction.LOST;
import static io.jgbench.coordination.workload.Metric.Direction.NOT_COMPARED;

import io.jgbench.api.v1alpha1.StatusDatagram;
import io.jgbench.api.v1alpha1.StatusDatagramBuilder;
import io.jgbench.api.v1alpha1.StatusMemberBuilder;
import io.jgbench.api.v1alpha1.StatusMemberDatagram;
import io.jgbench.api.v1alpha1.StatusSummaryBuilder;
import io.jgbench.coordination.workload.Metric;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The workload Datagram in a status. */
record DatagramStatus(DatagramType.Run run) {
    /** The numbers of the workload's block of a summary, in its order. */
    static final List<Metric> METRICS = Stream.of(
                    Metric.all(HIGHER_IS_FASTER, "packetsPerSecond", "clusterPacketsPerSecond"),
                    Metric.all(NOT_COMPARED, "packetsSent", "packetsReceived"),
                    Metric.all(LOST, "packetsMissing"),
                    Metric.all(NOT_COMPARED, "packetsDuplicated", "packetsOutOfOrder", "averageOffsetMilli"),
                    Metric.all(LOST, "successPpm", "worstLossPpm"),
                    Metric.all(NOT_COMPARED, "slotsWithinRatePermille"),
                    Metric.all(HIGHER_IS_FASTER, "highestBytesPerSecond"))
            .flatMap(metrics -> metrics)
            .toList();

    void summarize(StatusSummaryBuilder summary) {
        summary.datagram(datagram(run.figures().orElseThrow(), run.accounts()));
    }

    private StatusDatagram datagram(DatagramFigures figures, DatagramAccounts accounts) {
        long worst = run.members().stream()
                .flatMap(member -> member.report().inbound().stream())
                .mapToLong(Inbound::atMostLossPpm)
                .max()
                .orElse(0);
        return StatusDatagramBuilder.builder()
                .packetsPerSecond(Math.round(figures.packetsPerSecond()))
                .clusterPacketsPerSecond(Math.round(figures.clusterPacketsPerSecond()))
                .packetsSent(accounts.sent())
                .packetsReceived(accounts.received())
                .packetsMissing(accounts.missing())
                .packetsDuplicated(accounts.duplicate())
                .packetsOutOfOrder(accounts.outOfOrder())
                .averageOffsetMilli(accounts.outOfOrder() == 0 ? 0 : accounts.offsets() * 1000 / accounts.outOfOrder())
                .successPpm(accounts.sent() == 0 ? null : accounts.received() * 1_000_000 / accounts.sent())
                .worstLossPpm(worst)
                .slotsWithinRatePermille(figures.slotsWithinRatePermille().orElse(null))
                .highestBytesPerSecond(figures.highestBytesPerSecond().orElse(null))
                .build();
    }

    void summarize(DatagramType.Member member, StatusMemberBuilder status) {
        var figures = member.figures();
        status.sender(!member.report().outbound().isEmpty())
                .bytesPerSecond(figures.bytesPerSecond())
                .elapsedMicros(Math.ceilDiv(figures.elapsedNanos(), 1000L))
                .datagram(datagram(member.report(), figures));
    }

    private StatusMemberDatagram datagram(DatagramReport report, DatagramMemberFigures figures) {
        Optional<Inbound> worst = report.inbound().stream()
                .filter(inbound -> inbound.missing() > 0)
                .max(Comparator.comparingDouble(Inbound::lossPpm));
        return new StatusMemberDatagram(
                report.sentMessages(),
                report.expected(),
                report.received(),
                report.expected() - report.received(),
                report.inbound().stream().mapToLong(Inbound::duplicate).sum(),
                report.inbound().stream().mapToLong(Inbound::outOfOrder).sum(),
                Math.round(figures.sentPacketsPerSecond()),
                Math.round(figures.packetsPerSecond()),
                worst.map(inbound ->
                                run.result().members().get(inbound.publisher()).name())
                        .orElse(null),
                worst.map(Inbound::atMostLossPpm).orElse(null));
    }
}
