package io.jgbench.coordination.workload.multicast;

import io.jgbench.api.v1alpha1.StatusMemberBuilder;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.api.v1alpha1.StatusSummaryBuilder;
import io.jgbench.coordination.result.Latency;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The workload Multicast in a status. */
record MulticastStatus(MulticastType.Run run) {
    /** What {@link #summarize(StatusSummaryBuilder)} fills, in the order of a summary. */
    static final List<String> SHARED_METRICS = List.of(
            "messagesPerSecond",
            "clusterMessagesPerSecond",
            "limitBytesPerSecond",
            "efficiencyPermille",
            "messagesSent",
            "messagesExpected",
            "messagesReceived",
            "messagesLost",
            "messagesDuplicated",
            "messagesReordered",
            "latencyP50Micros",
            "latencyP90Micros",
            "latencyP99Micros",
            "latencyP999Micros",
            "latencyMaxMicros",
            "latencyErrorMicros");

    void summarize(StatusSummaryBuilder summary) {
        var figures = run.figures().orElseThrow();
        var accounts = run.accounts();
        Optional<Latency> latency = figures.latency();
        summary.messagesPerSecond(Math.round(figures.messagesPerSecond()))
                .clusterMessagesPerSecond(Math.round(figures.clusterMessagesPerSecond()))
                .limitBytesPerSecond(
                        figures.wireLimit().map(WireLimit::bytesPerSecond).orElse(null))
                .efficiencyPermille(figures.efficiencyPermille()
                        .map(permille -> Math.clamp(permille, 0, Integer.MAX_VALUE))
                        .orElse(null))
                .messagesSent(accounts.sent())
                .messagesExpected(accounts.expected())
                .messagesReceived(accounts.received())
                .messagesLost(accounts.lost())
                .messagesDuplicated(accounts.duplicated())
                .messagesReordered(accounts.reordered())
                .latencyP50Micros(known(Latency::p50Micros))
                .latencyP90Micros(known(Latency::p90Micros))
                .latencyP99Micros(known(Latency::p99Micros))
                .latencyP999Micros(known(Latency::p999Micros))
                .latencyMaxMicros(known(Latency::maxMicros))
                .latencyTo(latency.map(
                                _ -> figures.delivery().isPresent() ? StatusSummary.TO_OTHERS : StatusSummary.TO_SELF)
                        .orElse(null))
                .latencyErrorMicros(
                        figures.delivery().map(DeliveryLatency::errorMicros).orElse(null));
    }

    /** A time below its error is not reported: it would be compared like a known one. */
    private Long known(ToLongFunction<Latency> percentile) {
        var figures = run.figures().orElseThrow();
        long error = figures.delivery().map(DeliveryLatency::errorMicros).orElse(-1L);
        return figures.latency()
                .map(percentile::applyAsLong)
                .filter(micros -> micros > error)
                .orElse(null);
    }

    static void summarize(MulticastType.Member member, StatusMemberBuilder status) {
        var report = member.report();
        var figures = member.figures();
        status.sender(report.sender())
                .messagesSent(report.sentMessages())
                .messagesReceived(report.receivedMessages())
                .messagesLost(figures.loss().lost())
                .messagesPerSecond(Math.round(figures.messagesPerSecond()))
                .bytesPerSecond(figures.bytesPerSecond())
                .elapsedMicros(Math.ceilDiv(figures.firstToLastNanos(), 1000L))
                .retransmissions(member.result().retransmissions());
    }
}
