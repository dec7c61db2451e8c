package io.jgbench.coordination.workload.rpc;

import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMemberRpc;
import io.jgbench.api.v1alpha1.StatusRpc;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.coordination.result.Latency;
import java.util.Optional;

/** The workload Rpc in a status. */
record RpcStatus(RpcType.Run run) {

    void summarize(StatusSummary.Builder summary) {
        var figures = run.figures().orElseThrow();
        summary.limitBytesPerSecond(
                        figures.wireLimit().map(RpcWireLimit::bytesPerSecond).orElse(null))
                .efficiencyPermille(figures.efficiencyPermille()
                        .map(permille -> Math.clamp(permille, 0, Integer.MAX_VALUE))
                        .orElse(null))
                .rpc(rpc(figures, run.accounts()));
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

    static void summarize(RpcType.Member member, StatusMember.Builder status) {
        var report = member.report();
        var figures = member.figures();
        status.sender(true)
                .bytesPerSecond(figures.bytesPerSecond())
                .elapsedMicros(Math.ceilDiv(figures.elapsedNanos(), 1000L))
                .retransmissions(member.result().retransmissions())
                .rpc(new StatusMemberRpc(
                        report.requestsDone(),
                        Math.round(figures.requestsPerSecond()),
                        report.timedOut(),
                        report.failed(),
                        report.callsServed()));
    }
}
