package io.jgbench.workload.multicast;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.workload.multicast.MulticastReport;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Times sampled messages of another member's stream: when each was sent and when it arrived, each on the clock of the
 * member that it happened at. Only the controller knows how those stand to each other.
 *
 * <p>One thread at a time calls {@link #received}, each call happening before the next; any may call {@link #addTo}. It
 * holds a bounded number of samples, evenly spread over the stream: where it is full it drops every second one, and
 * takes half as many from then on. Of each two it drops the earlier one. The first message of a stream is sent while
 * the network is still idle; were it kept, it would be half of the samples where a stream has room for two.
 */
final class OneWayTimer {
    private static final long NEVER = Long.MAX_VALUE;

    private final EpochClock clock;
    private final int firstInterval;
    private final long[] receivedNanos;
    private final long[] tookNanos;
    private long interval;
    private long next;

    /** Written last, with release, and read first, with acquire: a reader sees the samples that it counts. */
    private final AtomicInteger count = new AtomicInteger();

    /**
     * For a stream.
     *
     * @param interval one in this number of messages carries when it was sent; 0 for none
     * @param most how many samples it holds, even and at least 2
     */
    OneWayTimer(int interval, int most, EpochClock clock) {
        this.clock = clock;
        this.firstInterval = interval;
        this.interval = interval;
        this.next = interval == 0 ? NEVER : 0;
        int room = interval == 0 ? 0 : most;
        this.receivedNanos = new long[room];
        this.tookNanos = new long[room];
    }

    /** Whether the message is to be handed to {@link #received}: one comparison for each message. */
    boolean isDue(long sequence) {
        return sequence >= next;
    }

    /** A message has arrived that is due, or one after it. */
    void received(long sequence, byte[] buffer, int offset) {
        // in all other cases the one that was due is missing, or came late
        if (afterLastDue(sequence) == 0) {
            long now = clock.epochNanos();
            if (count.getPlain() == receivedNanos.length) {
                thinOut();
            }
            // after thinning out it is mostly one of those that are not taken any more
            if (afterLastDue(sequence) == 0) {
                add(now, now - MulticastHeader.readStamp(buffer, offset));
            }
        }
        next = sequence + interval - afterLastDue(sequence);
    }

    /**
     * How many messages before this one the last one to be sampled was. With the first interval I and the present one
     * 2<sup>k</sup> I these are the messages 2<sup>k</sup> I − I, 2 × 2<sup>k</sup> I − I and so on: the later one of
     * each two of the interval before, and at first each I-th from message 0 on.
     */
    private long afterLastDue(long sequence) {
        return (sequence + firstInterval) % interval;
    }

    private void add(long arrivedNanos, long took) {
        int at = count.getPlain();
        receivedNanos[at] = arrivedNanos;
        tookNanos[at] = took;
        count.setRelease(at + 1);
    }

    private void thinOut() {
        int half = receivedNanos.length / 2;
        for (int i = 0; i < half; i++) {
            receivedNanos[i] = receivedNanos[2 * i + 1];
            tookNanos[i] = tookNanos[2 * i + 1];
        }
        interval *= 2;
        count.setRelease(half);
    }

    /** Adds a row for each sample; see {@link MulticastReport#DELIVERY_COLUMNS}. */
    void addTo(CountRows rows, int sender) {
        int samples = count.getAcquire();
        for (int i = 0; i < samples; i++) {
            rows.add(sender, receivedNanos[i] / 1000, tookNanos[i]);
        }
    }
}
