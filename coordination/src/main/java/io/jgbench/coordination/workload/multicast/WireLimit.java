package io.jgbench.coordination.workload.multicast;

import io.jgbench.coordination.protocol.MemberReport.Framing;
import io.jgbench.coordination.result.Link;
import io.jgbench.coordination.result.WireBytes;
import java.util.Comparator;
import java.util.List;

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
 * <p>All receive the same messages, so that over time all go at the pace of the narrowest link. With k<sub>i</sub> the
 * largest factor before r at member i and L<sub>i</sub> its line rate, S × r ≤ S × min(L<sub>i</sub> ÷ k<sub>i</sub>) ÷
 * w. Where all links are alike and without headers (w the message size B) the throughput's limit is S ÷ k × L: with
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

    /**
     * A member and its link.
     *
     * @param sender whether it sends
     */
    public record MemberLink(boolean sender, Link link) {}

    /** What one member's link allows of a sender's rate, in bytes of a link. */
    private record Bound(double bytesPerSecond, Constraint constraint) {}

    /**
     * The limit for members of which at least one message crosses a wire.
     *
     * @param members at least 2 of which at least one sends; their MTUs are the same, the smallest one
     */
    public static WireLimit of(List<MemberLink> members, int messageSizeBytes, Framing framing) {
        int senders = (int) members.stream().filter(MemberLink::sender).count();
        if (members.size() < 2 || senders < 1) {
            throw new IllegalArgumentException("a wire limit needs at least 2 members and 1 to all of them as senders,"
                    + " got: " + members.size() + " members, " + senders + " senders");
        }
        double wireBytes = WireBytes.perMessage(
                messageSizeBytes, framing, members.getFirst().link());
        int copies = framing.multicast() ? 1 : members.size() - 1;
        Bound narrowest = members.stream()
                .map(member -> bound(member, senders, copies))
                .min(Comparator.comparingDouble(Bound::bytesPerSecond).thenComparing(Bound::constraint))
                .orElseThrow();
        double rate = senders * narrowest.bytesPerSecond() / wireBytes;
        return new WireLimit(rate, Math.round(rate * messageSizeBytes), wireBytes, narrowest.constraint());
    }

    private static Bound bound(MemberLink member, int senders, int copies) {
        double line = member.link().bytesPerSecond();
        if (!member.sender()) {
            return new Bound(line / senders, Constraint.INTO_RECEIVER);
        }
        int others = senders - 1;
        return copies > others
                ? new Bound(line / copies, Constraint.OUT_OF_SENDER)
                : new Bound(line / others, Constraint.INTO_SENDER);
    }
}
