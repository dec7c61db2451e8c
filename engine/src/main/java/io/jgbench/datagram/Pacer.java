package io.jgbench.datagram;

import io.jgbench.measure.ArrivalSequence;
import java.util.concurrent.TimeUnit;

/**
 * Says how many packets are due. What is due counts from the start, so that nothing drifts; After a stall it sends a
 * little faster than asked for until it has caught up, because a burst of everything that was missed would be another
 * load. For this it has its own time, which falls behind in a stall and then runs a little faster. Not thread-safe.
 *
 * <p>It is not a {@link io.jgbench.measure.Pace}: one call to the kernel takes many packets, so the question is how
 * many are due, not when the next one is; and nothing holds a publisher back, so a stall has to be made up for slowly,
 * where a stream over a transport with flow control sends at once what it is late with.
 */
final class Pacer {
    /** How much faster than asked for it goes to catch up; stays within what {@link SlotMeter} lets pass. */
    private static final double CATCH_UP = 1.04;

    /**
     * The most time that one step may catch up beside the packet that it waited for: a quarter of a slot of {@link
     * SlotMeter}.
     */
    private static final long LONGEST_STEP_NANOS = SlotMeter.SLOT_NANOS / 4;

    private final ArrivalSequence arrivals;
    private final long meanGapNanos;
    private final long beganNanos;
    private final boolean unlimited;
    private long lastNanos;

    /** Its own time since the begin. */
    private double nanos;

    private long sent;

    /** Packets that are due by its own time, sent ones included. */
    private long scheduled;

    private Pacer(ArrivalSequence arrivals, long meanGapNanos, long beganNanos, boolean unlimited) {
        this.arrivals = arrivals;
        this.meanGapNanos = meanGapNanos;
        this.beganNanos = beganNanos;
        this.lastNanos = beganNanos;
        this.unlimited = unlimited;
    }

    /**
     * Keeps a rate.
     *
     * @param arrivals when its packets are due
     */
    static Pacer of(double packetsPerSecond, ArrivalSequence arrivals, long beganNanos) {
        return new Pacer(arrivals, (long) (TimeUnit.SECONDS.toNanos(1) / packetsPerSecond), beganNanos, false);
    }

    /** Lets all go at once. */
    static Pacer unlimited() {
        return new Pacer(_ -> 0, 0, 0, true);
    }

    /** How many packets may be sent now, up to a limit. */
    int due(long nowNanos, int most) {
        if (unlimited) {
            return most;
        }
        long longestStep = LONGEST_STEP_NANOS + Math.max(meanGapNanos, (long) (nextNanos() - nanos));
        long step = Math.min(nowNanos - lastNanos, longestStep);
        lastNanos = nowNanos;
        nanos = Math.min(nanos + step * CATCH_UP, (double) (nowNanos - beganNanos));
        while (scheduled < sent + most && arrivals.afterBeginNanos(scheduled) <= nanos) {
            scheduled++;
        }
        return (int) Math.min(most, scheduled - sent);
    }

    /** When the next packet is due, since the start. */
    private long nextNanos() {
        return arrivals.afterBeginNanos(sent);
    }

    /** When the next packet is due, by the clock that it is asked with. */
    long nextDueNanos() {
        return beganNanos + nextNanos();
    }

    /** Records packets that were sent. */
    void sent(int packets) {
        sent += packets;
    }

    /** How long to wait where none is due. */
    long waitNanos() {
        return Math.max(1, (long) Math.ceil((nextNanos() - nanos) / CATCH_UP));
    }
}
