package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.MessageBusReport;
import io.jgbench.coordination.protocol.RpcReport.LatencyFrom;
import io.jgbench.coordination.result.MessageBusMemberFigures.Rate;
import io.jgbench.coordination.spec.MessageBusSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The workload MessageBus as Coherence's message bus test defines it, with order, losses and percentiles beyond it. */
record MessageBusAnalysis(MessageBusSpec spec, RunEvidence evidence, List<MemberResult> members)
        implements WorkloadAnalysis {

    @Override
    public MessageBusAccounts accounts() {
        return MessageBusAccounts.of(reports());
    }

    @Override
    public List<Finding> findings() {
        return new MessageBusJudge(evidence.reliable(), spec, members, accounts()).findings();
    }

    @Override
    public MessageBusFigures figures() {
        List<MessageBusMemberFigures> all =
                members.stream().map(MessageBusAnalysis::figures).toList();
        List<MessageBusMemberFigures> receivers = members.stream()
                .filter(member -> !report(member).received().isEmpty())
                .map(MessageBusAnalysis::figures)
                .toList();
        double[] rates = receivers.isEmpty()
                ? new double[] {0}
                : receivers.stream()
                        .mapToDouble(MessageBusMemberFigures::messagesPerSecond)
                        .toArray();
        double clusterRate = Arrays.stream(rates).sum();
        long clusterBytes = receivers.stream()
                .mapToLong(MessageBusMemberFigures::bytesPerSecond)
                .sum();
        double outHeldBack = senders().stream()
                .mapToDouble(member -> figures(member).outHeldBackShare())
                .average()
                .orElse(0);
        Histogram responses = merged(MessageBusReport::responseHistogram);
        return new MessageBusFigures(
                clusterRate / rates.length,
                clusterBytes / rates.length,
                clusterRate,
                clusterBytes,
                Spread.of(rates),
                new Rate(
                        mean(all, it -> it.out().messages()),
                        mean(all, it -> it.out().bytes())),
                new Rate(
                        mean(all, it -> it.in().messages()),
                        mean(all, it -> it.in().bytes())),
                outHeldBack,
                mean(all, MessageBusMemberFigures::inHeldBackShare),
                Math.round(senders().stream()
                        .mapToLong(member -> report(member).outBacklog().meanBytes())
                        .average()
                        .orElse(0)),
                Math.round(reports().stream()
                        .mapToLong(report -> report.inBacklog().meanBytes())
                        .average()
                        .orElse(0)),
                spec.sending().bytesPerSecond().isPresent() ? LatencyFrom.INTENDED_SEND : LatencyFrom.SEND,
                Latency.of(responses),
                responses.getTotalCount() == 0
                        ? Optional.empty()
                        : Optional.of(ResponseTime.of(responses, outHeldBack)),
                Latency.of(merged(MessageBusReport::receiptHistogram)));
    }

    private List<MemberResult> senders() {
        return members.stream().filter(member -> report(member).sender()).toList();
    }

    private static double mean(List<MessageBusMemberFigures> all, ToDoubleFunction<MessageBusMemberFigures> figure) {
        return all.stream().mapToDouble(figure).average().orElse(0);
    }

    private Histogram merged(Function<MessageBusReport, String> histogram) {
        return Latency.merge(
                reports().stream().map(histogram).map(HistogramText::decode).toList());
    }

    private List<MessageBusReport> reports() {
        return evidence.reports().stream()
                .map(report -> (MessageBusReport) report.workload())
                .toList();
    }

    private static MessageBusReport report(MemberResult member) {
        return (MessageBusReport) member.report().orElseThrow().workload();
    }

    private static MessageBusMemberFigures figures(MemberResult member) {
        return (MessageBusMemberFigures) member.figures().orElseThrow();
    }
}
