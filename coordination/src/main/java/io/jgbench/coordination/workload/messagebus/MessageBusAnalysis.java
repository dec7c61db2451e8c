package io.jgbench.coordination.workload.messagebus;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.bottleneck.RunLoad;
import io.jgbench.coordination.judge.GeneratorRule;
import io.jgbench.coordination.judge.LeftOutRule;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.SendLateness;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.result.WorkloadAnalysis;
import io.jgbench.coordination.workload.messagebus.MessageBusMemberFigures.Rate;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** The workload MessageBus as Coherence's message bus test defines it, with order, losses and percentiles beyond it. */
record MessageBusAnalysis(MessageBusType.Evidence evidence) implements WorkloadAnalysis {

    @Override
    public MessageBusAccounts accounts() {
        return MessageBusAccounts.of(evidence.reports());
    }

    @Override
    public Optional<RunLoad.Request> request() {
        return evidence.spec()
                .sending()
                .bytesPerSecond()
                .map(target -> RunLoad.Request.kept("messageBus.txRate", "bytes", target, evidence.openLoops()));
    }

    @Override
    public Optional<RunLoad.SingleCaller> singleCaller() {
        var sending = evidence.spec().sending();
        if (!sending.block()
                || sending.threads() > 1
                || sending.bytesPerSecond().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(merged(MessageBusReport::responseHistogram))
                .filter(responses -> responses.getTotalCount() > 0)
                .map(responses -> RunLoad.SingleCaller.of(
                        "messageBus.txThreads",
                        senders().stream()
                                .mapToDouble(member -> perSecond(
                                        (double) member.report().ownMessages(),
                                        member.report().activeNanos()))
                                .average()
                                .orElse(0),
                        responses.getMean()));
    }

    @Override
    public Optional<RunLoad.RequestedProcessing> requestedProcessing() {
        return evidence.spec().processing().bytesPerSecond().map(rate -> {
            double most = receivers().stream()
                    .mapToDouble(this::processedPerSecond)
                    .max()
                    .orElse(0);
            return new RunLoad.RequestedProcessing(
                    most / rate,
                    String.format(
                            Locale.ROOT,
                            "messageBus.rxRate has each member process %,d bytes/s at the most, and one processed"
                                    + " %,.0f: no more was asked for. With a higher rxRate the rate would be higher.",
                            rate,
                            most));
        });
    }

    /** Bytes of senders' own messages: responses and what others passed on are not processed. */
    private double processedPerSecond(MessageBusType.Member member) {
        MessageBusReport report = member.report();
        Set<Integer> sources = Arrays.stream(
                        evidence.spec().sourcesOf(member.index(), evidence.all().size()))
                .boxed()
                .collect(Collectors.toSet());
        long processed = report.received().stream()
                .filter(received -> sources.contains(received.from()))
                .mapToLong(Received::received)
                .sum();
        return perSecond(processed * report.in().meanBytes(), report.activeNanos());
    }

    private static double perSecond(double count, long nanos) {
        return nanos <= 0 ? 0 : count * 1e9 / nanos;
    }

    @Override
    public int senderThreads() {
        return evidence.spec().sending().threads();
    }

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(new MessageBusJudge(evidence, accounts()).findings());
        GeneratorRule.finding(WorkloadSettings.Type.MESSAGE_BUS, evidence.generators(), timed())
                .ifPresent(findings::add);
        LeftOutRule.finding(evidence.spec(), evidence.generators(), timed()).ifPresent(findings::add);
        return findings;
    }

    /** Responses and receipts together, as both count from when their message was due. */
    private Optional<Latency> timed() {
        return Latency.of(Latency.merge(
                List.of(merged(MessageBusReport::responseHistogram), merged(MessageBusReport::receiptHistogram))));
    }

    @Override
    public MessageBusFigures figures() {
        List<MessageBusMemberFigures> all =
                evidence.members().stream().map(MessageBusType.Member::figures).toList();
        List<MessageBusMemberFigures> receivers =
                receivers().stream().map(MessageBusType.Member::figures).toList();
        var figures = MessageBusFiguresBuilder.builder()
                .out(new Rate(
                        mean(all, it -> it.out().messages()),
                        mean(all, it -> it.out().bytes())))
                .in(new Rate(
                        mean(all, it -> it.in().messages()),
                        mean(all, it -> it.in().bytes())))
                .inHeldBackShare(mean(receivers, MessageBusMemberFigures::inHeldBackShare))
                .outBacklogBytes(Math.round(senders().stream()
                        .mapToLong(member -> member.report().outBacklog().meanBytes())
                        .average()
                        .orElse(0)))
                .inBacklogBytes(Math.round(receivers().stream()
                        .mapToLong(member -> member.report().inBacklog().meanBytes())
                        .average()
                        .orElse(0)))
                .lateness(SendLateness.of(evidence.openLoops()));
        addReceived(receivers, figures);
        addTimes(figures);
        return figures.build();
    }

    /** The rates of those that are sent to. */
    private static void addReceived(List<MessageBusMemberFigures> receivers, MessageBusFiguresBuilder figures) {
        double[] rates = receivers.isEmpty()
                ? new double[] {0}
                : receivers.stream()
                        .mapToDouble(MessageBusMemberFigures::messagesPerSecond)
                        .toArray();
        double clusterRate = Arrays.stream(rates).sum();
        long clusterBytes = receivers.stream()
                .mapToLong(MessageBusMemberFigures::bytesPerSecond)
                .sum();
        figures.messagesPerSecond(clusterRate / rates.length)
                .bytesPerSecond(clusterBytes / rates.length)
                .clusterMessagesPerSecond(clusterRate)
                .clusterBytesPerSecond(clusterBytes)
                .memberMessagesPerSecond(Spread.of(rates));
    }

    /** Latencies, and how long senders were held back, which is part of a response's effective time. */
    private void addTimes(MessageBusFiguresBuilder figures) {
        double outHeldBack = senders().stream()
                .mapToDouble(member -> member.figures().outHeldBackShare())
                .average()
                .orElse(0);
        Histogram responses = merged(MessageBusReport::responseHistogram);
        figures.outHeldBackShare(outHeldBack)
                .latencyFrom(
                        evidence.spec().sending().bytesPerSecond().isPresent()
                                ? LatencyFrom.INTENDED_SEND
                                : LatencyFrom.SEND)
                .responses(Latency.of(responses))
                .responseTime(
                        responses.getTotalCount() == 0
                                ? Optional.empty()
                                : Optional.of(ResponseTime.of(responses, outHeldBack)))
                .receipts(Latency.of(merged(MessageBusReport::receiptHistogram)));
    }

    private List<MessageBusType.Member> senders() {
        return evidence.members().stream()
                .filter(member -> member.report().sender())
                .toList();
    }

    /** Those that are sent to. */
    private List<MessageBusType.Member> receivers() {
        return evidence.members().stream()
                .filter(member -> !member.report().received().isEmpty())
                .toList();
    }

    private static double mean(List<MessageBusMemberFigures> all, ToDoubleFunction<MessageBusMemberFigures> figure) {
        return all.stream().mapToDouble(figure).average().orElse(0);
    }

    private Histogram merged(Function<MessageBusReport, String> histogram) {
        return Latency.mergedOf(evidence.reports().stream().map(histogram));
    }
}
