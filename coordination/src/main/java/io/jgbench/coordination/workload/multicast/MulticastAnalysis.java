package io.jgbench.coordination.workload.multicast;

import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.bottleneck.RunLoad;
import io.jgbench.coordination.judge.GeneratorRule;
import io.jgbench.coordination.judge.LeftOutRule;
import io.jgbench.coordination.judge.OtherWire;
import io.jgbench.coordination.judge.StackTraits;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.HostLinks;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.SendLateness;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.result.WorkloadAnalysis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The workload Multicast as perf.Test defines it (2006, 2008). */
record MulticastAnalysis(MulticastType.Evidence evidence) implements WorkloadAnalysis {
    private static final String RAW_UDP = "udp";

    @Override
    public MulticastAccounts accounts() {
        return MulticastAccounts.of(evidence.reports());
    }

    @Override
    public Optional<RunLoad.Request> request() {
        var spec = evidence.spec();
        return spec.targetRate()
                .map(target ->
                        RunLoad.Request.kept("multicast.targetRate", spec.unitOfWork(), target, evidence.openLoops()));
    }

    @Override
    public Optional<RunLoad.SingleCaller> singleCaller() {
        return Optional.empty();
    }

    /**
     * A stack hands the messages of one sender over one after the other, those of different senders side by side. Raw
     * UDP has one thread that receives the messages of all.
     */
    @Override
    public Optional<RunLoad.RequestedProcessing> requestedProcessing() {
        var spec = evidence.spec();
        long senders = evidence.members().stream()
                .filter(member -> member.report().sender())
                .count();
        if (spec.processingDelay().isZero() || senders == 0) {
            return Optional.empty();
        }
        boolean oneThread = evidence.run().spec().transport().name().equals(RAW_UDP);
        long sideBySide = oneThread ? 1 : senders;
        double delayNanos = spec.processingDelay().toNanos();
        double share = evidence.members().stream()
                .mapToDouble(MulticastAnalysis::receivedPerNano)
                .map(perNano -> perNano * delayNanos / sideBySide)
                .max()
                .orElse(0);
        return Optional.of(new RunLoad.RequestedProcessing(
                share,
                String.format(
                        Locale.ROOT,
                        "multicast.processingDelay has each member spend %,.3f ms with a message, which took %.0f %% of"
                                + " the time between two messages%s. With a shorter delay the rate would be higher.",
                        delayNanos / 1e6,
                        100 * Math.min(1, share),
                        oneThread ? "" : " of a sender")));
    }

    /** When a message came is noted now and then only, so that the last time in a partial report may be long past. */
    private static double receivedPerNano(MulticastType.Member member) {
        MulticastReport report = member.report();
        double messages = member.complete() ? report.timedMessages() : report.receivedMessages();
        long nanos = member.complete() ? report.elapsedNanos() : member.result().countedNanos();
        return nanos <= 0 ? 0 : messages / nanos;
    }

    @Override
    public int senderThreads() {
        return evidence.spec().senderThreads();
    }

    @Override
    public List<Finding> findings() {
        var findings = new ArrayList<>(new MulticastJudge(evidence, accounts()).findings());
        if (evidence.allComplete() && !evidence.all().isEmpty()) {
            var figures = figures();
            new WindowBound(evidence.run(), evidence.spec(), figures).finding().ifPresent(findings::add);
            figures.wireLimit()
                    .filter(_ -> nothingWasLost())
                    .flatMap(limit -> OtherWire.above(
                            evidence.all(),
                            figures.messagesPerSecond(),
                            figures.bytesPerSecond(),
                            limit.messagesPerSecond(),
                            limit.bytesPerSecond(),
                            evidence.spec().unitOfWork()))
                    .ifPresent(findings::add);
        }
        var latency = delivery().flatMap(DeliveryLatency::known).or(this::loopback);
        GeneratorRule.finding(WorkloadSettings.Type.MULTICAST, evidence.generators(), latency)
                .ifPresent(findings::add);
        LeftOutRule.finding(evidence.spec(), evidence.generators(), latency).ifPresent(findings::add);
        return findings;
    }

    @Override
    public MulticastFigures figures() {
        double[] rates = evidence.members().stream()
                .mapToDouble(member -> member.figures().messagesPerSecond())
                .toArray();
        int sizeBytes = evidence.spec().messageSizeBytes();
        double clusterRate = Arrays.stream(rates).sum();
        double rate = clusterRate / rates.length;
        long bytesPerSecond = Math.round(rate * sizeBytes);
        double others = evidence.members().stream()
                .mapToDouble(member -> member.figures().othersMessagesPerSecond())
                .average()
                .orElse(0);
        var limit = wireLimit();
        return MulticastFiguresBuilder.builder()
                .messagesPerSecond(rate)
                .othersMessagesPerSecond(others)
                .bytesPerSecond(bytesPerSecond)
                .othersBytesPerSecond(Math.round(others * sizeBytes))
                .clusterMessagesPerSecond(clusterRate)
                .clusterBytesPerSecond(Math.round(clusterRate * sizeBytes))
                .memberMessagesPerSecond(Spread.of(rates))
                .latencyFrom(evidence.spec().targetRate().isPresent() ? LatencyFrom.INTENDED_SEND : LatencyFrom.SEND)
                .delivery(delivery())
                .loopback(loopback())
                .lateness(SendLateness.of(evidence.openLoops()))
                .wireLimit(limit)
                .efficiencyPermille(limit.filter(_ -> nothingWasLost())
                        .map(known -> Math.round(bytesPerSecond * 1000.0 / known.bytesPerSecond())))
                .build();
    }

    /**
     * The limit assumes that nothing is lost. With losses, own messages, which no link can lose, are a larger part than
     * it assumes.
     */
    private boolean nothingWasLost() {
        return evidence.members().stream()
                .allMatch(member -> member.figures().loss().lost() == 0);
    }

    private Optional<DeliveryLatency> delivery() {
        return evidence.run().clockCourses().flatMap(clocks -> {
            var times = new DeliveryTimes(clocks);
            evidence.members().forEach(member -> times.add(member.index(), member.report()));
            return times.result();
        });
    }

    private Optional<Latency> loopback() {
        return Latency.of(Latency.mergedOf(evidence.reports().stream().map(MulticastReport::latencyHistogram)));
    }

    /** What the limit counts on is not what its stack sends. */
    private static boolean crossesLinksOtherwise(MemberReport report) {
        return StackTraits.compresses(report) || StackTraits.othersSendFor(report);
    }

    private Optional<WireLimit> wireLimit() {
        int members = evidence.all().size();
        if (members < 2 || evidence.run().reports().stream().anyMatch(MulticastAnalysis::crossesLinksOtherwise)) {
            return Optional.empty();
        }
        var spec = evidence.spec();
        var declared = evidence.run().spec().lineRateBitsPerSecond();
        var framing = evidence.run().reports().getFirst().framing();
        return evidence.run()
                .link()
                // with a duration each sender goes at the pace of its own link, which the limit knows nothing of
                .filter(narrowest ->
                        spec.measuredFor().isEmpty() || HostLinks.areAlike(evidence.all(), narrowest, declared))
                .map(narrowest -> WireLimit.of(
                        evidence.all().stream()
                                .map(member -> new WireLimit.MemberLink(
                                        spec.sends(member.index(), members), HostLinks.of(member, narrowest, declared)))
                                .toList(),
                        spec.messageSizeBytes(),
                        framing));
    }
}
