package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.StatusDatagram;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMemberDatagram;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.coordination.protocol.DatagramReport;
import io.jgbench.coordination.protocol.DatagramReport.Inbound;
import java.util.Comparator;
import java.util.Optional;

/** The workload Datagram in a status. */
record DatagramStatus(RepetitionsResult result) implements WorkloadStatus {

    @Override
    public StatusSummary summary() {
        var run = result.representative();
        var figures = (DatagramFigures) run.figures().orElseThrow();
        var common = new CommonFigures(result, figures);
        return StatusSummary.of(
                common.rate(),
                common.throughput(),
                figures.bytesPerSecond(),
                figures.clusterBytesPerSecond(),
                common.memberSpreadPermille(),
                common.repetitionSpreadPermille(),
                common.repetitions(),
                null,
                null,
                null,
                datagram(run, figures, (DatagramAccounts) run.accounts()));
    }

    private static StatusDatagram datagram(RunResult run, DatagramFigures figures, DatagramAccounts accounts) {
        long worst = run.members().stream()
                .flatMap(member -> member.report().stream())
                .flatMap(report -> ((DatagramReport) report.workload()).inbound().stream())
                .mapToLong(inbound -> Math.round(inbound.lossPpm()))
                .max()
                .orElse(0);
        return new StatusDatagram(
                Math.round(figures.packetsPerSecond()),
                Math.round(figures.clusterPacketsPerSecond()),
                accounts.sent(),
                accounts.received(),
                accounts.missing(),
                accounts.duplicate(),
                accounts.outOfOrder(),
                accounts.outOfOrder() == 0 ? 0 : accounts.offsets() * 1000 / accounts.outOfOrder(),
                accounts.sent() == 0 ? null : accounts.received() * 1_000_000 / accounts.sent(),
                worst,
                figures.slotsWithinRatePermille().orElse(null),
                figures.highestBytesPerSecond().orElse(null));
    }

    @Override
    public StatusMember member(MemberResult member) {
        var report = member.report().map(known -> (DatagramReport) known.workload());
        var figures = member.figures().map(known -> (DatagramMemberFigures) known);
        return new StatusMember(
                member.name(),
                null,
                report.map(known -> !known.outbound().isEmpty()).orElse(null),
                !member.complete(),
                null,
                null,
                null,
                null,
                figures.map(DatagramMemberFigures::bytesPerSecond).orElse(null),
                figures.map(known -> Math.ceilDiv(known.elapsedNanos(), 1000L)).orElse(null),
                null,
                report.map(_ -> member.drops()).orElse(null),
                null,
                null,
                report.map(known -> datagram(known, figures)).orElse(null));
    }

    private StatusMemberDatagram datagram(DatagramReport report, Optional<DatagramMemberFigures> figures) {
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
                figures.map(known -> Math.round(known.sentPacketsPerSecond())).orElse(null),
                figures.map(known -> Math.round(known.packetsPerSecond())).orElse(null),
                worst.map(inbound -> result.representative()
                                .members()
                                .get(inbound.publisher())
                                .name())
                        .orElse(null),
                worst.map(inbound -> Math.round(inbound.lossPpm())).orElse(null));
    }
}
