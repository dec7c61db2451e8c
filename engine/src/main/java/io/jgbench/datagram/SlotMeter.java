package io.jgbench.datagram;

import java.util.concurrent.TimeUnit;

/**
 * Measures how evenly packets went: in how many slots of 10 ms their number was that of the rate, with a tolerance of 5
 * % or of the one packet that an even rate may have on either side of a slot's border. The first and the last slot,
 * which are not whole, do not count. One thread writes, any reads.
 */
public final class SlotMeter {
    /** The length of a slot. */
    public static final long SLOT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final double TOLERANCE = 0.05;

    private final double packetsPerSlot;
    private final double tolerance;
    private final long beganNanos;
    private long slot;
    private long inSlot;
    private long closed;
    private long even;
    private volatile long slots;
    private volatile long within;

    SlotMeter(double packetsPerSecond, long beganNanos) {
        this.packetsPerSlot = packetsPerSecond * SLOT_NANOS / TimeUnit.SECONDS.toNanos(1);
        this.tolerance = Math.max(1, packetsPerSlot * TOLERANCE);
        this.beganNanos = beganNanos;
    }

    /** Packets went. */
    void sent(long nowNanos, int packets) {
        closeUntil(nowNanos);
        inSlot += packets;
    }

    /** The load is over; the slots in which nothing went any more count as well. */
    void ended(long nowNanos) {
        closeUntil(nowNanos);
    }

    private void closeUntil(long nowNanos) {
        long now = (nowNanos - beganNanos) / SLOT_NANOS;
        if (now == slot) {
            return;
        }
        long empty = now - slot - 1;
        closed += empty;
        even += packetsPerSlot <= tolerance ? empty : 0;
        if (slot > 0) {
            closed++;
            even += Math.abs(inSlot - packetsPerSlot) <= tolerance ? 1 : 0;
        }
        within = even;
        slots = closed;
        slot = now;
        inSlot = 0;
    }

    /** Slots that were measured. */
    public long slots() {
        return slots;
    }

    /** Slots in which the rate was kept. */
    public long within() {
        return within;
    }
}
