package io.jgbench.workload.messagebus;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What one thread has sent to each member, and what of it they have acknowledged. That thread alone counts what it
 * sends; receiving threads say what is acknowledged, and any thread can read.
 */
final class OutStreams {
    private final AtomicLongArray sentTo = new AtomicLongArray(BusHeader.MAX_PEERS);
    private final AtomicLongArray acknowledgedBy = new AtomicLongArray(BusHeader.MAX_PEERS);
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong asked = new AtomicLong();

    /**
     * Counts a message before it goes, so that nothing acknowledges what is not counted yet.
     *
     * @param response whether a response is asked for
     */
    void add(int peer, int length, boolean response) {
        count(peer, 1, length, response);
    }

    /** Takes the last message to a member back, as it could not be sent. */
    void undo(int peer, int length, boolean response) {
        count(peer, -1, -length, response);
    }

    private void count(int peer, int sign, int length, boolean response) {
        sentTo.setOpaque(peer, sentTo.getPlain(peer) + sign);
        messages.setOpaque(messages.getPlain() + sign);
        bytes.setOpaque(bytes.getPlain() + length);
        if (response) {
            asked.setOpaque(asked.getPlain() + sign);
        }
    }

    /** What answers a message of the stream to a member says that this one and all before have arrived. */
    void acknowledged(int peer, long header) {
        long count = BusHeader.sequence(header, sentTo.getOpaque(peer)) + 1;
        acknowledgedBy.accumulateAndGet(peer, count, Math::max);
    }

    /** A member is gone: what it has not acknowledged never will be. */
    void forget(int peer) {
        acknowledgedBy.accumulateAndGet(peer, sentTo.getOpaque(peer), Math::max);
    }

    /** What those members have not acknowledged so far is lost, or its receipt is. */
    void giveUp(int[] peers) {
        for (int peer : peers) {
            forget(peer);
        }
    }

    /** Messages to those members that are not acknowledged. */
    long unacknowledged(int[] peers) {
        long unacknowledged = 0;
        for (int peer : peers) {
            unacknowledged += unacknowledged(peer);
        }
        return unacknowledged;
    }

    /** Messages to one member that are not acknowledged. */
    long unacknowledged(int peer) {
        return Math.max(0, sentTo.getOpaque(peer) - acknowledgedBy.get(peer));
    }

    /** Messages to one member that are acknowledged. */
    long acknowledgedBy(int peer) {
        return acknowledgedBy.get(peer);
    }

    /** Messages to one member, which is the number of the next one. */
    long sentTo(int peer) {
        return sentTo.getOpaque(peer);
    }

    /** Messages to all. */
    long messages() {
        return messages.getOpaque();
    }

    long bytes() {
        return bytes.getOpaque();
    }

    /** Responses that were asked for. */
    long asked() {
        return asked.getOpaque();
    }
}
