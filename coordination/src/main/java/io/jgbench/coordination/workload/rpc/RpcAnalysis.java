package io.jgbench.coordination.workload.rpc;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.bottleneck.RunLoad;
import io.jgbench.coordination.judge.GeneratorRule;
import io.jgbench.coordination.judge.LeftOutRule;
import io.jgbench.coordination.judge.OtherWire;
import io.jgbench.coordination.judge.StackTraits;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.HostLinks;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.SendLateness;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.result.WorkloadAnalysis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The workload Rpc as UnicastTestRpcDist defines it (2011), with latencies beyond it. */
record RpcAnalysis(RpcType.Evidence evidence) implements WorkloadAnalysis {

    @Override
    public RpcAccounts accounts() {
        return RpcAccounts.of(evidence.reports());
    }

    @Override
    public Optional<RunLoad.Request> request() {
        return evidence.spec()
                .targetRate()
                .map(target -> RunLoad.Request.kept(
                        "rpc.targetRate", evidence.spec().unitOfWork(), target, evidence.openLoops()));
    }

    @Override
    public Optional<RunLoad.SingleCaller> singleCaller() {
        if (evidence.spec().concurrency() > 1 || evidence.spec().targetRate().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(answered())
                .filter(answers -> answers.getTotalCount() > 0)
                .map(answers ->
                        RunLoad.SingleCaller.of("rpc.concurrency", figures().requestsPerSecond(), answers.getMean()));
    }

    @Override
    public Optional<RunLoad.RequestedProcessing> requestedProcessing() {
        return Optional.empty();
    }

    @Override
    public int senderThreads() {
        return evidence.spec().concurrency();
    }

    @Override
    public List<Finding> findings() {
        var findings = new ArrayList<>(new RpcJudge(evidence, accounts()).findings());
        if (evidence.allComplete() && !evidence.all().isEmpty()) {
            var figures = figures();
            figures.wireLimit()
                    .flatMap(limit -> OtherWire.above(
                            evidence.all(),
                            figures.requestsPerSecond(),
                            figures.bytesPerSecond(),
                            limit.requestsPerSecond(),
                            limit.bytesPerSecond(),
                            evidence.spec().unitOfWork()))
                    .ifPresent(findings::add);
        }
        GeneratorRule.finding(WorkloadSettings.Type.RPC, evidence.generators(), timed())
                .ifPresent(findings::add);
        LeftOutRule.finding(evidence.spec(), evidence.generators(), timed()).ifPresent(findings::add);
        return findings;
    }

    private Optional<Latency> timed() {
        return Latency.of(answered());
    }

    /** Reads and writes together, as both begin alike. */
    private Histogram answered() {
        return Latency.mergedOf(
                Stream.<Function<RpcReport, String>>of(RpcReport::readHistogram, RpcReport::writeHistogram)
                        .flatMap(histogram -> evidence.reports().stream().map(histogram)));
    }

    @Override
    public RpcFigures figures() {
        var spec = evidence.spec();
        double[] rates = evidence.members().stream()
                .mapToDouble(member -> member.figures().requestsPerSecond())
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
                SendLateness.of(evidence.openLoops()),
                limit,
                limit.map(known -> Math.round(rate * 1000 / known.requestsPerSecond())));
    }

    private Optional<RpcWireLimit> wireLimit() {
        int members = evidence.all().size();
        if (members < 2 || evidence.run().reports().stream().anyMatch(StackTraits::compresses)) {
            return Optional.empty();
        }
        var framing = evidence.run().reports().getFirst().framing();
        return evidence.run()
                .link()
                .map(narrowest -> RpcWireLimit.of(
                        evidence.all().stream()
                                .map(member -> HostLinks.of(
                                        member, narrowest, evidence.run().spec().lineRateBitsPerSecond()))
                                .toList(),
                        evidence.spec(),
                        framing));
    }

    private Optional<Latency> merged(Function<RpcReport, String> histogram) {
        return Latency.of(Latency.mergedOf(evidence.reports().stream().map(histogram)));
    }
}
