package io.jgbench.coordination.bottleneck;

import io.jgbench.coordination.protocol.Counters;

/** What waits in a member's own sockets for its link, beside what the member has not read. */
record LinkQueue(MemberLoad member) {
    /**
     * What a fast link carries until the receiver's kernel has acknowledged it waits in the sender's sockets as well.
     */
    private static final double UNDERWAY_SECONDS = 0.001;

    /**
     * Unread bytes as a part of those that wait to be sent. With a link of 100 Mbit/s it was at most a tenth, with a
     * stopped reader all.
     */
    private static final double UNREAD_OF_SENT = 0.25;

    private static final double BITS_PER_BYTE = 8;

    /**
     * Whether the member has interface counters of its own. Members that share a network namespace, and so a loopback
     * interface, have none.
     */
    boolean isKnown() {
        return member.knows(Counters.INTERFACE_SENT_BYTES);
    }

    /** Bytes that wait to be sent, on average; 0 where the system does not tell. */
    double bytes() {
        return member.sendQueueBytes().orElse(0);
    }

    /** The least number of bytes that wait if the link is slower than its member. */
    double leastBytesOfASlowLink() {
        double underway = member.lineRateBitsPerSecond().orElse(0L) / BITS_PER_BYTE * UNDERWAY_SECONDS;
        return Math.max(MemberComparison.LEAST_QUEUE_BYTES, underway);
    }

    /** Whether so much waits, and far more than at the others. */
    boolean isLong(MemberComparison others) {
        return bytes() >= leastBytesOfASlowLink() && others.isLongest(member, MemberLoad::sendQueueBytes);
    }

    /**
     * Whether the member has read so much of what came that its reading does not hold what waits to be sent to it.
     * False where the system does not tell.
     *
     * @param waitingBytes what waits to be sent to it
     */
    boolean hasRead(double waitingBytes) {
        double bound = Math.max(MemberComparison.LEAST_QUEUE_BYTES, UNREAD_OF_SENT * waitingBytes);
        return member.receiveQueueBytes().orElse(bound) < bound;
    }
}
