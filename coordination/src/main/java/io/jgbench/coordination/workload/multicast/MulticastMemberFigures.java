package io.jgbench.coordination.workload.multicast;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.MemberFigures;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one member's report comes to, as perf.Test defines it (2006, 2008).
 *
 * @param messagesPerSecond messages received, own ones included, divided by the time from the first to the last; where
 *     a duration is measured, those that arrived until its end divided by the time from the first to that end; 0 where
 *     that time is 0
 * @param othersMessagesPerSecond those of other members alone: own ones come back without having crossed the wire
 * @param bytesPerSecond {@code messagesPerSecond} times the message size
 * @param firstToLastNanos that time
 * @param loss what is missing or came out of turn, over all senders
 * @param lossBySender the same by the sender's index
 * @param loopback the member's own sampled messages until they were back, as a sender
 */
@JsonTypeName("Multicast")
public record MulticastMemberFigures(
        double messagesPerSecond,
        double othersMessagesPerSecond,
        long bytesPerSecond,
        long firstToLastNanos,
        Loss loss,
        Map<Integer, Loss> lossBySender,
        Optional<Latency> loopback)
        implements MemberFigures {

    /** Copies the map, in the senders' order. */
    public MulticastMemberFigures {
        lossBySender = Collections.unmodifiableMap(new TreeMap<>(lossBySender));
    }

    /** Works the figures out. */
    public static MulticastMemberFigures of(MulticastReport report) {
        long elapsedNanos = report.elapsedNanos();
        double rate = perSecond(report.timedMessages(), elapsedNanos);
        return new MulticastMemberFigures(
                rate,
                perSecond(report.timedMessages() - report.timedOwnMessages(), elapsedNanos),
                Math.round(rate * report.messageSizeBytes()),
                elapsedNanos,
                report.streams().stream().map(Loss::of).reduce(Loss.NONE, Loss::plus),
                report.streams().stream()
                        .collect(Collectors.toMap(StreamReport::senderIndex, Loss::of, Loss::plus, TreeMap::new)),
                Latency.of(HistogramText.decode(report.latencyHistogram())));
    }

    private static double perSecond(long messages, long nanos) {
        return nanos <= 0 ? 0 : messages * 1e9 / nanos;
    }

    /**
     * What is missing or came out of turn.
     *
     * @param lost messages that never arrived
     * @param duplicated arrivals of messages that had arrived before
     * @param reordered messages that arrived after a later one of their stream
     */
    public record Loss(long lost, long duplicated, long reordered) {

        /** Nothing is. */
        public static final Loss NONE = new Loss(0, 0, 0);

        static Loss of(StreamReport stream) {
            return new Loss(stream.lost(), stream.duplicated(), stream.reordered());
        }

        Loss plus(Loss other) {
            return new Loss(lost + other.lost, duplicated + other.duplicated, reordered + other.reordered);
        }
    }
}
