package io.jgbench.coordination.bottleneck;

import io.jgbench.coordination.protocol.Counters;
import java.util.Map;

/** What a member missed of what was sent to it, and which drops explain that. */
record MemberLosses(MemberLoad member) {
    /** Of what was missed: less of it is not where most was lost. */
    private static final double MOST = 0.5;

    /** UDP carries no more in one datagram, and JGroups puts as many messages into one as fit. */
    private static final double LARGEST_DATAGRAM_BYTES = 65_507;

    /** With one drop a datagram of messages of some 1,000 bytes is lost: measured were 8 to 70. */
    private static final double MESSAGES_OF_A_DATAGRAM = 70;

    /**
     * Which part of what was sent to it did not arrive at first, or at all: of the messages that it never got, of those
     * of the stack that it asked for again, or of the TCP segments that came before an earlier one, whichever is most.
     * A host that hands segments to several cores reorders them as well, and then nobody sends them again.
     *
     * @param resentSegments TCP segments that others sent again to it, or of which that is not known, to anybody
     */
    double lostShare(long resentSegments) {
        long segments = Math.min(resentSegments, member.counter(Counters.TCP_OUT_OF_ORDER_SEGMENTS));
        double ofSegments = part(segments, member.counter(Counters.TCP_RECEIVED_SEGMENTS));
        return Math.max(missingShare(), Math.max(askedForAgainShare(), ofSegments));
    }

    /**
     * Messages that were sent to it and had not arrived when it reported; of an unfinished run over a transport that
     * repairs it is 0, see {@code Loads}.
     */
    long neverArrived() {
        return member.lostMessages();
    }

    /** Which part of what was sent to it never arrived. */
    double missingShare() {
        return part(neverArrived(), member.receivedMessages() + neverArrived());
    }

    /** Which part of the TCP segments to it came before an earlier one, be it lost or overtaken. */
    double outOfOrderShare() {
        return part(member.counter(Counters.TCP_OUT_OF_ORDER_SEGMENTS), member.counter(Counters.TCP_RECEIVED_SEGMENTS));
    }

    /** A stack asks for each fragment of a large message by itself, so that they are compared with fragments. */
    private double askedForAgainShare() {
        long ofTheStack = sum(Counters.MESSAGES_FROM);
        return ofTheStack > 0
                ? part(sum(Counters.MISSED_FROM), ofTheStack)
                : part(
                        member.counter(Counters.RETRANSMISSION_REQUESTS),
                        member.receivedMessages() * member.packetsPerMessage());
    }

    /** Messages or segments that it did not get at first, or at all, whichever are most. */
    long missed() {
        long ofTheStack = sum(Counters.MESSAGES_FROM) > 0
                ? sum(Counters.MISSED_FROM)
                : member.counter(Counters.RETRANSMISSION_REQUESTS);
        return Math.max(neverArrived(), Math.max(ofTheStack, member.counter(Counters.TCP_OUT_OF_ORDER_SEGMENTS)));
    }

    /** Datagrams that the kernel dropped at its sockets; none where they are less than half of what it missed. */
    long socketDrops() {
        long drops = member.counter(Counters.UDP_RECEIVE_BUFFER_DROPS);
        boolean isMostOfWhatIsMissing = drops * member.messagesPerDrop() >= neverArrived() * MOST;
        return isMostOfWhatIsMissing && explains(drops, missed()) ? drops : 0;
    }

    /** Frames that the switch dropped before its port; none where they cannot be half of what it missed. */
    long switchPortDrops() {
        long drops = member.counter(Counters.SWITCH_PORT_DROPS);
        return explains(drops, missed()) ? drops : 0;
    }

    /**
     * Whether drops can be half of what was lost. With one fragment or frame of it a datagram is lost, and with it all
     * messages that it held.
     *
     * @param drops datagrams, frames or batches that were dropped
     * @param lost messages or segments that were lost
     */
    boolean explains(long drops, long lost) {
        return drops > 0 && drops * mostMessagesOfADrop() >= lost * MOST;
    }

    /** Whether messages that were dropped one by one are half of those that were lost, or more. */
    static boolean areMostOf(long lost, long dropped) {
        return dropped > 0 && dropped >= lost * MOST;
    }

    /** More are in a datagram where they are smaller, as its link shows. */
    private double mostMessagesOfADrop() {
        long bytes = member.counter(Counters.INTERFACE_RECEIVED_BYTES);
        double ofSmallOnes = bytes <= 0 ? 0 : LARGEST_DATAGRAM_BYTES * member.receivedMessages() / bytes;
        return Math.max(Math.max(member.messagesPerDrop(), MESSAGES_OF_A_DATAGRAM), ofSmallOnes);
    }

    private long sum(String prefix) {
        return member.counters().entrySet().stream()
                .filter(counter -> counter.getKey().startsWith(prefix))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static double part(long part, long whole) {
        return whole <= 0 ? 0 : (double) part / whole;
    }
}
