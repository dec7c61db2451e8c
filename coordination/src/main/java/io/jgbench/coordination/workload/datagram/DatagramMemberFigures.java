package io.jgbench.coordination.workload.datagram;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.result.MemberFigures;
import io.jgbench.coordination.workload.datagram.DatagramReport.Inbound;

/**
 * What one member's report of the workload Datagram comes to.
 *
 * @param packetsPerSecond packets received from all publishers, divided by the time from the first to the last; 0 where
 *     that time is 0
 * @param bytesPerSecond that rate times the packet size
 * @param elapsedNanos that time
 * @param sentPacketsPerSecond packets sent to all listeners, divided by the time of publishing
 */
@JsonTypeName("Datagram")
public record DatagramMemberFigures(
        double packetsPerSecond, long bytesPerSecond, long elapsedNanos, double sentPacketsPerSecond)
        implements MemberFigures {

    /** Works the figures out. */
    public static DatagramMemberFigures of(DatagramReport report) {
        long first = report.inbound().stream()
                .filter(inbound -> inbound.received() > 0)
                .mapToLong(Inbound::firstEpochNanos)
                .min()
                .orElse(0);
        long last = report.inbound().stream()
                .mapToLong(Inbound::lastEpochNanos)
                .max()
                .orElse(0);
        long elapsedNanos = Math.max(0, last - first);
        double rate = elapsedNanos == 0 ? 0 : report.received() * 1e9 / elapsedNanos;
        return new DatagramMemberFigures(
                rate,
                Math.round(rate * report.packetBytes()),
                elapsedNanos,
                report.publishNanos() == 0 ? 0 : report.sentMessages() * 1e9 / report.publishNanos());
    }
}
