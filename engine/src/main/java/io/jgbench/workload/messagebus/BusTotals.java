package io.jgbench.workload.messagebus;

import io.jgbench.coordination.workload.messagebus.MessageBusReport.Traffic;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.HdrHistogram.Histogram;

/**
 * What a member has sent, received and waited for so far.
 *
 * @param epochNanos when it was read
 * @param out what was sent, responses included
 * @param in what was received, responses included
 * @param lost messages of others that were sent and have not come, or came twice
 * @param errors messages that could not be sent, answered or understood
 * @param outHeldBackEvents how often sending threads were held back
 * @param outHeldBackNanos how long in all
 * @param inHeldBackEvents how often what was received had to wait for room
 * @param inHeldBackNanos how long in all
 * @param outBacklogBytes what is sent and has no receipt
 * @param inBacklogBytes what is received and not processed
 * @param responseNanos times until responses
 * @param receiptNanos times until receipts
 */
@RecordBuilder
public record BusTotals(
        long epochNanos,
        Traffic out,
        Traffic in,
        long lost,
        long errors,
        long outHeldBackEvents,
        long outHeldBackNanos,
        long inHeldBackEvents,
        long inHeldBackNanos,
        long outBacklogBytes,
        long inBacklogBytes,
        Histogram responseNanos,
        Histogram receiptNanos) {

    /** This and that of another end point of the same process, which was read at the same time. */
    public BusTotals plus(BusTotals other) {
        return BusTotalsBuilder.builder()
                .epochNanos(epochNanos)
                .out(sum(out, other.out))
                .in(sum(in, other.in))
                .lost(lost + other.lost)
                .errors(errors + other.errors)
                .outHeldBackEvents(outHeldBackEvents + other.outHeldBackEvents)
                .outHeldBackNanos(outHeldBackNanos + other.outHeldBackNanos)
                .inHeldBackEvents(inHeldBackEvents + other.inHeldBackEvents)
                .inHeldBackNanos(inHeldBackNanos + other.inHeldBackNanos)
                .outBacklogBytes(outBacklogBytes + other.outBacklogBytes)
                .inBacklogBytes(inBacklogBytes + other.inBacklogBytes)
                .responseNanos(sum(responseNanos, other.responseNanos))
                .receiptNanos(sum(receiptNanos, other.receiptNanos))
                .build();
    }

    private static Traffic sum(Traffic one, Traffic other) {
        return new Traffic(one.messages() + other.messages(), one.bytes() + other.bytes());
    }

    private static Histogram sum(Histogram one, Histogram other) {
        Histogram sum = one.copy();
        sum.add(other);
        return sum;
    }

    /** What was recorded in a histogram since it was read before. */
    public static Histogram since(Histogram before, Histogram now) {
        Histogram difference = now.copy();
        difference.subtract(before);
        return difference;
    }
}
