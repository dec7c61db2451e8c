package io.jgbench.workload.messagebus;

import io.jgbench.coordination.workload.messagebus.MessageBusReport.Traffic;
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
        return new BusTotals(
                epochNanos,
                sum(out, other.out),
                sum(in, other.in),
                lost + other.lost,
                errors + other.errors,
                outHeldBackEvents + other.outHeldBackEvents,
                outHeldBackNanos + other.outHeldBackNanos,
                inHeldBackEvents + other.inHeldBackEvents,
                inHeldBackNanos + other.inHeldBackNanos,
                outBacklogBytes + other.outBacklogBytes,
                inBacklogBytes + other.inBacklogBytes,
                sum(responseNanos, other.responseNanos),
                sum(receiptNanos, other.receiptNanos));
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
