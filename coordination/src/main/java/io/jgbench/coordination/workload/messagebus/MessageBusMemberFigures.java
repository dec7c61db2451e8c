package io.jgbench.coordination.workload.messagebus;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.result.Latency;
import io.jgbench.coordination.result.MemberFigures;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Traffic;
import java.util.Optional;

/**
 * What one member's report of the workload MessageBus comes to.
 *
 * @param messagesPerSecond messages of others received per second, responses left out, from the first one until it was
 *     known that the last one had come; 0 where there were fewer than two
 * @param bytesPerSecond that rate times the mean size of all messages that were received, responses included
 * @param out what it sent a second while it was active, responses included
 * @param in what it received a second while it was active, responses included
 * @param outHeldBackShare the share of that time that its sending threads were held back, 0 to 1
 * @param inHeldBackShare the share of that time that what it received waited for room, 0 to 1
 * @param responses times until its responses
 * @param receipts times until its receipts
 */
@JsonTypeName("MessageBus")
public record MessageBusMemberFigures(
        double messagesPerSecond,
        long bytesPerSecond,
        Rate out,
        Rate in,
        double outHeldBackShare,
        double inHeldBackShare,
        Optional<Latency> responses,
        Optional<Latency> receipts)
        implements MemberFigures {

    /** Works the figures out. */
    public static MessageBusMemberFigures of(MessageBusReport report) {
        double rate = report.firstToLastNanos() == 0 ? 0 : report.deliveredMessages() * 1e9 / report.firstToLastNanos();
        long active = report.activeNanos();
        return new MessageBusMemberFigures(
                rate,
                Math.round(rate * report.in().meanBytes()),
                Rate.of(report.out(), active),
                Rate.of(report.in(), active),
                report.outBacklog().share(active),
                report.inBacklog().share(active),
                Latency.of(HistogramText.decode(report.responseHistogram())),
                Latency.of(HistogramText.decode(report.receiptHistogram())));
    }

    /**
     * What went one way a second.
     *
     * @param messages messages
     * @param bytes bytes
     */
    public record Rate(double messages, double bytes) {

        private static Rate of(Traffic traffic, long nanos) {
            return nanos <= 0
                    ? new Rate(0, 0)
                    : new Rate(traffic.messages() * 1e9 / nanos, traffic.bytes() * 1e9 / nanos);
        }
    }
}
