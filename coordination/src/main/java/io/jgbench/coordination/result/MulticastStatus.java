package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.coordination.protocol.MulticastReport;
import java.util.Optional;

/** The workload Multicast in a status. */
record MulticastStatus(RepetitionsResult result) implements WorkloadStatus {

    @Override
    public StatusSummary summary() {
        var run = result.representative();
        var figures = (MulticastFigures) run.figures().orElseThrow();
        var accounts = (MulticastAccounts) run.accounts();
        var common = new CommonFigures(result, figures);
        Optional<Latency> latency = figures.latency();
        return new StatusSummary(
                common.rate(),
                common.throughput(),
                Math.round(figures.messagesPerSecond()),
                figures.bytesPerSecond(),
                Math.round(figures.clusterMessagesPerSecond()),
                figures.clusterBytesPerSecond(),
                common.memberSpreadPermille(),
                common.repetitionSpreadPermille(),
                common.repetitions(),
                figures.wireLimit().map(WireLimit::bytesPerSecond).orElse(null),
                figures.efficiencyPermille().map(Math::toIntExact).orElse(null),
                accounts.sent(),
                accounts.expected(),
                accounts.received(),
                accounts.lost(),
                accounts.duplicated(),
                accounts.reordered(),
                latency.map(Latency::p50Micros).orElse(null),
                latency.map(Latency::p90Micros).orElse(null),
                latency.map(Latency::p99Micros).orElse(null),
                latency.map(Latency::p999Micros).orElse(null),
                latency.map(Latency::maxMicros).orElse(null),
                null,
                null,
                null);
    }

    @Override
    public StatusMember member(MemberResult member) {
        var report = member.report().map(known -> (MulticastReport) known.workload());
        var figures = member.figures().map(known -> (MulticastMemberFigures) known);
        return new StatusMember(
                member.name(),
                null,
                report.map(MulticastReport::sender).orElse(null),
                !member.complete(),
                report.map(MulticastReport::sentMessages).orElse(null),
                report.map(MulticastReport::receivedMessages).orElse(null),
                figures.map(known -> known.loss().lost()).orElse(null),
                figures.map(known -> Math.round(known.messagesPerSecond())).orElse(null),
                figures.map(MulticastMemberFigures::bytesPerSecond).orElse(null),
                figures.map(known -> Math.ceilDiv(known.firstToLastNanos(), 1000L))
                        .orElse(null),
                report.map(_ -> member.retransmissions()).orElse(null),
                report.map(_ -> member.drops()).orElse(null),
                null,
                null,
                null);
    }
}
