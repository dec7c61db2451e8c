package io.jgbench.coordination.workload.rpc;

import static io.jgbench.coordination.workload.Metric.Direction.HIGHER_IS_FASTER;
import static io.jgbench.coordination.workload.Metric.Direction.LOST;
import static io.jgbench.coordination.workload.Metric.Direction.LOWER_IS_FASTER;
import static io.jgbench.coordination.workload.Metric.Direction.NOT_COMPARED;

import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMemberRpc;
import io.jgbench.api.v1alpha1.StatusRpc;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.workload.Metric;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The workload Rpc in a status. */
record RpcStatus(RpcType.Run run) {
    /** The numbers of the workload's block of a summary, in its order. */
    static final List<Metric> METRICS = Stream.of(
                    Metric.all(HIGHER_IS_FASTER, "requestsPerSecond", "clusterRequestsPerSecond"),
                    Metric.all(NOT_COMPARED, "requests", "requestsDone"),
                    Metric.all(LOST, "timeouts", "errors"),
                    Metric.all(
                            LOWER_IS_FASTER,
                            "readP50Micros",
                            "readP90Micros",
                            "readP99Micros",
                            "readP999Micros",
                            "readMaxMicros",
                            "writeP50Micros",
                            "writeP90Micros",
                            "writeP99Micros",
                            "writeP999Micros",
                            "writeMaxMicros"))
            .flatMap(metrics -> metrics)
            .toList();

    /** Those that it fills outside its block. */
    static final List<String> SHARED_METRICS = List.of("limitBytesPerSecond", "efficiencyPermille");

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
