package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMemberRpc;
import io.jgbench.api.v1alpha1.StatusRpc;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.coordination.protocol.RpcReport;
import java.util.Optional;

/** The workload Rpc in a status. */
record RpcStatus(RepetitionsResult result) implements WorkloadStatus {

    @Override
    public StatusSummary summary() {
        var run = result.representative();
        var figures = (RpcFigures) run.figures().orElseThrow();
        var common = new CommonFigures(result, figures);
        return StatusSummary.of(
                common.rate(),
                common.throughput(),
                figures.bytesPerSecond(),
                figures.clusterBytesPerSecond(),
                common.memberSpreadPermille(),
                common.repetitionSpreadPermille(),
                common.repetitions(),
                figures.wireLimit().map(RpcWireLimit::bytesPerSecond).orElse(null),
                figures.efficiencyPermille().map(Math::toIntExact).orElse(null),
                rpc(figures, (RpcAccounts) run.accounts()),
                null);
    }

    private static StatusRpc rpc(RpcFigures figures, RpcAccounts accounts) {
        Optional<Latency> reads = figures.reads();
        Optional<Latency> writes = figures.writes();
        return new StatusRpc(
                Math.round(figures.requestsPerSecond()),
                Math.round(figures.clusterRequestsPerSecond()),
                accounts.requests(),
                accounts.done(),
                accounts.timedOut(),
                accounts.failed(),
                figures.latencyFrom().label(),
                reads.map(Latency::p50Micros).orElse(null),
                reads.map(Latency::p90Micros).orElse(null),
                reads.map(Latency::p99Micros).orElse(null),
                reads.map(Latency::p999Micros).orElse(null),
                reads.map(Latency::maxMicros).orElse(null),
                writes.map(Latency::p50Micros).orElse(null),
                writes.map(Latency::p90Micros).orElse(null),
                writes.map(Latency::p99Micros).orElse(null),
                writes.map(Latency::p999Micros).orElse(null),
                writes.map(Latency::maxMicros).orElse(null));
    }

    @Override
    public StatusMember member(MemberResult member) {
        var report = member.report().map(known -> (RpcReport) known.workload());
        var figures = member.figures().map(known -> (RpcMemberFigures) known);
        return new StatusMember(
                member.name(),
                null,
                report.map(_ -> true).orElse(null),
                !member.complete(),
                null,
                null,
                null,
                null,
                figures.map(RpcMemberFigures::bytesPerSecond).orElse(null),
                figures.map(known -> Math.ceilDiv(known.elapsedNanos(), 1000L)).orElse(null),
                report.map(_ -> member.retransmissions()).orElse(null),
                report.map(_ -> member.drops()).orElse(null),
                report.map(known -> new StatusMemberRpc(
                                known.requestsDone(),
                                figures.map(of -> Math.round(of.requestsPerSecond()))
                                        .orElse(null),
                                known.timedOut(),
                                known.failed(),
                                known.callsServed()))
                        .orElse(null),
                null,
                null);
    }
}
