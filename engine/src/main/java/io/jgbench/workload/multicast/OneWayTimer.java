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
 * takes half as many from then on.
 */
final class OneWayTimer {
    private static final long NEVER = Long.MAX_VALUE;

    private final EpochClock clock;
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
        next = sequence - sequence % interval + interval;
        if (sequence % interval != 0) {
            // the one that was due is missing, or came late
            return;
        }
        long now = clock.epochNanos();
        int at = count.getPlain();
        if (at == receivedNanos.length) {
            at = thinOut();
        }
        receivedNanos[at] = now;
        tookNanos[at] = now - MulticastHeader.readStamp(buffer, offset);
        count.setRelease(at + 1);
    }

    private int thinOut() {
        int half = receivedNanos.length / 2;
        for (int i = 0; i < half; i++) {
            receivedNanos[i] = receivedNanos[2 * i];
            tookNanos[i] = tookNanos[2 * i];
        }
        interval *= 2;
        return half;
    }

    /** Adds a row for each sample; see {@link MulticastReport#DELIVERY_COLUMNS}. */
    void addTo(CountRows rows, int sender) {
        int samples = count.getAcquire();
        for (int i = 0; i < samples; i++) {
            rows.add(sender, receivedNanos[i] / 1000, tookNanos[i]);
        }
    }
}
