package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.RpcReport;
import io.jgbench.coordination.protocol.RpcReport.LatencyFrom;
import io.jgbench.coordination.spec.RpcSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The workload Rpc as UnicastTestRpcDist defines it (2011), with latencies beyond it. */
record RpcAnalysis(RpcSpec spec, RunEvidence evidence, List<MemberResult> members) implements WorkloadAnalysis {

    @Override
    public RpcAccounts accounts() {
        return RpcAccounts.of(reports());
    }

    @Override
    public List<Finding> findings() {
        return new RpcJudge(evidence.reliable(), spec, members, accounts()).findings();
    }

    @Override
    public RpcFigures figures() {
        double[] rates = members.stream()
                .map(member -> (RpcMemberFigures) member.figures().orElseThrow())
                .mapToDouble(RpcMemberFigures::requestsPerSecond)
                .toArray();
        double clusterRate = Arrays.stream(rates).sum();
        double rate = clusterRate / rates.length;
        var limit = wireLimit();
        return new RpcFigures(
                rate,
                Math.round(rate * spec.payloadBytes()),
                clusterRate,
                Math.round(clusterRate * spec.payloadBytes()),
                Spread.of(rates),
                spec.targetRate().isPresent() ? LatencyFrom.INTENDED_SEND : LatencyFrom.SEND,
                merged(RpcReport::readHistogram),
                merged(RpcReport::writeHistogram),
                limit,
                limit.map(known -> Math.round(rate * 1000 / known.requestsPerSecond())));
    }

    private Optional<RpcWireLimit> wireLimit() {
        if (members.size() < 2) {
            return Optional.empty();
        }
        var framing = evidence.reports().getFirst().framing();
        return evidence.link().map(link -> RpcWireLimit.of(members.size(), spec, framing, link));
    }

    private Optional<Latency> merged(Function<RpcReport, String> histogram) {
        return Latency.of(Latency.merge(
                reports().stream().map(histogram).map(HistogramText::decode).toList()));
    }

    private List<RpcReport> reports() {
        return evidence.reports().stream()
                .map(report -> (RpcReport) report.workload())
                .toList();
    }
}
