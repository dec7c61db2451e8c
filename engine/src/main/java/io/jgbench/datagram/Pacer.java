package io.jgbench.datagram;

import java.util.concurrent.TimeUnit;

/**
 * Says how many packets are due. What is due counts from the start, so that nothing drifts; after a stall it goes on a
 * little faster than asked for until it has caught up, as a burst of all that was missed would be another load. Not
 * thread-safe.
 *
 * <p>It is not a {@link io.jgbench.measure.Pace}: one call to the kernel takes many packets, so the question is how
 * many are due, not when the next one is; and nothing holds a publisher back, so a stall has to be made up for slowly,
 * where a stream over a transport with flow control sends at once what it is late with.
 */
final class Pacer {
    /** How much faster than asked for it goes to catch up; stays within what {@link SlotMeter} lets pass. */
    private static final double CATCH_UP = 1.04;

    /**
     * What a step may make up for at once beside the packet that was waited for: a quarter of a slot of
     * {@link SlotMeter}.
     */
    private static final long LONGEST_STEP_NANOS = SlotMeter.SLOT_NANOS / 4;

    private final double packetsPerNano;
    private final long longestStepNanos;
    private final long beganNanos;
    private long lastNanos;
    private double allowed;
    private long sent;

    private Pacer(double packetsPerNano, long beganNanos) {
        this.packetsPerNano = packetsPerNano;
        this.longestStepNanos = LONGEST_STEP_NANOS + (long) (1 / packetsPerNano);
        this.beganNanos = beganNanos;
        this.lastNanos = beganNanos;
    }

    /** Keeps a rate. */
    static Pacer of(double packetsPerSecond, long beganNanos) {
        return new Pacer(packetsPerSecond / TimeUnit.SECONDS.toNanos(1), beganNanos);
    }

    /** Lets all go at once. */
    static Pacer unlimited() {
        return new Pacer(Double.POSITIVE_INFINITY, 0);
    }

    private boolean isUnlimited() {
        return packetsPerNano == Double.POSITIVE_INFINITY;
    }

    /** How many packets may be sent now, up to a limit. */
    int due(long nowNanos, int most) {
        if (isUnlimited()) {
            return most;
        }
        long stepNanos = Math.min(nowNanos - lastNanos, longestStepNanos);
        lastNanos = nowNanos;
        // the packet of instant 0 is due at the start
        double scheduled = 1 + (nowNanos - beganNanos) * packetsPerNano;
        allowed = Math.min(Math.max(1, allowed + stepNanos * packetsPerNano * CATCH_UP), scheduled);
        return (int) Math.min(most, (long) allowed - sent);
    }

    /** Records packets that were sent. */
    void sent(int packets) {
        sent += packets;
    }

    /** How long to wait where none is due. */
    long waitNanos() {
        return Math.max(1, (long) ((sent + 1 - allowed) / packetsPerNano / CATCH_UP));
    }
}
