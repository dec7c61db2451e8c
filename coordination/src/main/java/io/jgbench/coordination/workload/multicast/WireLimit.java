package io.jgbench.coordination.workload.multicast;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.WireBytes;

/**
 * What a receiver can get at most, its own messages not crossing the wire.
 *
 * <p>Let S of N members send r messages a second each, and let a message take w bytes of a link, headers included.
 * Every member receives S × r messages a second, its own ones by loopback. Of them cross a link with line rate L:
 *
 * <ul>
 *   <li>inwards at a sender the streams of the others, (S − 1) × r × w ≤ L,
 *   <li>inwards at a member that only receives all streams, S × r × w ≤ L, if there is one (S &lt; N),
 *   <li>outwards at a sender its own stream, r × w ≤ L, if one packet reaches all, else one copy for each of the
 *       others, (N − 1) × r × w ≤ L.
 * </ul>
 *
 * <p>All receive the same messages, so that over time all go at the pace of the narrowest link. With k the largest
 * factor before r, S × r ≤ S ÷ k × L ÷ w. Without headers (w the message size B) the throughput's limit is S ÷ k × L:
 * with four members that all send 4/3 × 125 MB/s = 166.7 MB/s, as the JGroups 2.12 measurements of 2011 have it.
 *
 * <p>Acknowledgements, retransmissions and what a stack says of its own accord are not counted: they are what the
 * efficiency shows.
 *
 * @param messagesPerSecond the largest message rate of a receiver
 * @param bytesPerSecond that rate times the message size
 * @param wireBytesPerMessage w, on average over a packet
 * @param narrowest which of the constraints binds
 */
public record WireLimit(
        double messagesPerSecond, long bytesPerSecond, double wireBytesPerMessage, Constraint narrowest) {

    /** Where a link is full first; the first one where several are at once. */
    public enum Constraint {
        /** The way to a member that also sends. */
        INTO_SENDER,
        /** The way to a member that only receives. */
        INTO_RECEIVER,
        /** The way from a sender. */
        OUT_OF_SENDER
    }

    /**
     * The limit for members of which at least one message crosses a wire.
     *
     * @param members N, at least 2
     * @param senders S, 1 to N
     */
    public static WireLimit of(int members, int senders, int messageSizeBytes, Framing framing, Link link) {
        double wireBytes = WireBytes.perMessage(messageSizeBytes, framing, link);
        double rate = timesLineRate(members, senders, framing.multicast()) * link.bytesPerSecond() / wireBytes;
        var narrowest = outOf(members, framing.multicast()) > into(members, senders)
                ? Constraint.OUT_OF_SENDER
                : senders < members ? Constraint.INTO_RECEIVER : Constraint.INTO_SENDER;
        return new WireLimit(rate, Math.round(rate * messageSizeBytes), wireBytes, narrowest);
    }

    /**
     * S ÷ k: how many times the line rate a receiver can get, headers left aside.
     *
     * @param multicast whether one packet reaches all
     */
    public static double timesLineRate(int members, int senders, boolean multicast) {
        if (members < 2 || senders < 1 || senders > members) {
            throw new IllegalArgumentException("a wire limit needs at least 2 members and 1 to all of them as senders,"
                    + " got: " + members + " members, " + senders + " senders");
        }
        return (double) senders / Math.max(into(members, senders), outOf(members, multicast));
    }

    private static int into(int members, int senders) {
        return senders < members ? senders : senders - 1;
    }

    private static int outOf(int members, boolean multicast) {
        return multicast ? 1 : members - 1;
    }
}
