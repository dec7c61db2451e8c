package io.jgbench.coordination.workload.rpc;

import static io.jgbench.coordination.workload.Metric.Direction.HIGHER_IS_FASTER;
import static io.jgbench.coordination.workload.Metric.Direction.LOST;
import static io.jgbench.coordination.workload.Metric.Direction.LOWER_IS_FASTER;
import static io.jgbench.coordination.workload.Metric.Direction.NOT_COMPARED;

import io.jgbench.api.v1alpha1.StatusMemberBuilder;
import io.jgbench.api.v1alpha1.StatusMemberRpc;
import io.jgbench.api.v1alpha1.StatusRpc;
import io.jgbench.api.v1alpha1.StatusRpcBuilder;
import io.jgbench.api.v1alpha1.StatusSummaryBuilder;
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

    void summarize(StatusSummaryBuilder summary) {
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
        return StatusRpcBuilder.builder()
                .requestsPerSecond(Math.round(figures.requestsPerSecond()))
                .clusterRequestsPerSecond(Math.round(figures.clusterRequestsPerSecond()))
                .requests(accounts.requests())
                .requestsDone(accounts.done())
                .timeouts(accounts.timedOut())
                .errors(accounts.failed())
                .latencyFrom(figures.latencyFrom().label())
                .readP50Micros(reads.map(Latency::p50Micros).orElse(null))
                .readP90Micros(reads.map(Latency::p90Micros).orElse(null))
                .readP99Micros(reads.map(Latency::p99Micros).orElse(null))
                .readP999Micros(reads.map(Latency::p999Micros).orElse(null))
                .readMaxMicros(reads.map(Latency::maxMicros).orElse(null))
                .writeP50Micros(writes.map(Latency::p50Micros).orElse(null))
                .writeP90Micros(writes.map(Latency::p90Micros).orElse(null))
                .writeP99Micros(writes.map(Latency::p99Micros).orElse(null))
                .writeP999Micros(writes.map(Latency::p999Micros).orElse(null))
                .writeMaxMicros(writes.map(Latency::maxMicros).orElse(null))
                .build();
    }

    static void summarize(RpcType.Member member, StatusMemberBuilder status) {
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
