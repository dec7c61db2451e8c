package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.protocol.MemberReport.Framing.Layer;

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
 * factor before r, S × r ≤ S ÷ k × L ÷ w. Without headers (w the message size B) the throughput's limit is S ÷ k × L: with
 * four members that all send 4/3 × 125 MB/s = 166.7 MB/s, as the JGroups 2.12 measurements of 2011 have it.
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

    private static final int ETHERNET_HEADER_BYTES = 14;
    private static final int MIN_FRAME_WITHOUT_CHECK_BYTES = 60;
    private static final int IP_HEADER_BYTES = 20;
    private static final int UDP_HEADER_BYTES = 8;
    private static final int TCP_HEADER_WITH_TIMESTAMPS_BYTES = 32;
    private static final int FRAGMENT_UNIT_BYTES = 8;

    /**
     * The limit for members of which at least one message crosses a wire.
     *
     * @param members N, at least 2
     * @param senders S, 1 to N
     */
    public static WireLimit of(int members, int senders, int messageSizeBytes, Framing framing, Link link) {
        double wireBytes = wireBytesPerMessage(messageSizeBytes, framing, link);
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

    private static double wireBytesPerMessage(int messageSizeBytes, Framing framing, Link link) {
        int capacity = Math.max(1, framing.packetBytes() - framing.perPacketBytes());
        int message = messageSizeBytes + framing.perMessageBytes();
        if (message <= capacity) {
            int messages = message == 0 ? 1 : capacity / message;
            return packet(framing.perPacketBytes() + messages * message, framing.layer(), link) / messages;
        }
        int fullPackets = message / capacity;
        int rest = message % capacity;
        return fullPackets * packet(framing.perPacketBytes() + capacity, framing.layer(), link)
                + (rest == 0 ? 0 : packet(framing.perPacketBytes() + rest, framing.layer(), link));
    }

    private static double packet(int bytes, Layer layer, Link link) {
        return switch (layer) {
            case UDP -> datagram(bytes, link);
            case TCP -> stream(bytes, link);
        };
    }

    /** A datagram in as many IP fragments as it needs; all but the last carry a multiple of 8 bytes (RFC 791). */
    private static long datagram(int bytes, Link link) {
        int largest = link.mtuBytes() - IP_HEADER_BYTES;
        int aligned = largest / FRAGMENT_UNIT_BYTES * FRAGMENT_UNIT_BYTES;
        int left = bytes + UDP_HEADER_BYTES;
        long wire = 0;
        while (left > largest) {
            wire += frame(aligned + IP_HEADER_BYTES, link);
            left -= aligned;
        }
        return wire + frame(left + IP_HEADER_BYTES, link);
    }

    /** A share of a stream whose segments are all full. */
    private static double stream(int bytes, Link link) {
        int payload = Math.max(1, link.mtuBytes() - IP_HEADER_BYTES - TCP_HEADER_WITH_TIMESTAMPS_BYTES);
        return (double) bytes * frame(link.mtuBytes(), link) / payload;
    }

    private static long frame(int ipBytes, Link link) {
        return Math.max(MIN_FRAME_WITHOUT_CHECK_BYTES, ETHERNET_HEADER_BYTES + ipBytes) + (long) link.frameGapBytes();
    }
}
