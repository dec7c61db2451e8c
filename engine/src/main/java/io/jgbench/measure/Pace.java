package io.jgbench.measure;

import io.jgbench.coordination.EpochClock;
import java.util.concurrent.locks.LockSupport;

/**
 * When the next unit of work (a byte, a message, a request) is due at a constant rate, counted from the begin so that
 * nothing drifts; to the nanosecond in a run of up to a month. Threads may share it for {@link #dueNanos}; the others
 * are for the one thread that it paces.
 */
public final class Pace {
    /** Who comes this close is on time: to sleep for less takes longer than that. */
    private static final long CLOSE_NANOS = 60_000;

    private final double nanosPerUnit;
    private final EpochClock clock;
    private long beganNanos;

    /** For a rate in units per second. */
    public Pace(double unitsPerSecond, EpochClock clock) {
        this.nanosPerUnit = 1e9 / unitsPerSecond;
        this.clock = clock;
    }

    /** Sets when the first unit is due; threads that share the pace are started after that. */
    public void begin(long epochNanos) {
        beganNanos = epochNanos;
    }

    /** When the unit that follows so many others is due, in nanoseconds since the Unix epoch. */
    public long dueNanos(long unitsBefore) {
        return beganNanos + (long) (unitsBefore * nanosPerUnit);
    }

    /** Continues after a time without work: what follows so many units is not due before now. */
    public void resume(long epochNanos, long unitsBefore) {
        beganNanos = Math.max(beganNanos, epochNanos - (long) (unitsBefore * nanosPerUnit));
    }

    /**
     * Waits until the unit that follows so many others is due, and returns when that is; at once where it is late. What
     * is due later than waiting may last is returned before it is due.
     *
     * @param latestNanos when to stop waiting
     */
    public long await(long unitsBefore, long latestNanos) throws InterruptedException {
        long due = dueNanos(unitsBefore);
        long until = Math.min(due, latestNanos);
        for (long left = until - clock.epochNanos(); left > 0; left = until - clock.epochNanos()) {
            if (left > CLOSE_NANOS) {
                LockSupport.parkNanos(this, left - CLOSE_NANOS / 2);
            } else {
                Thread.onSpinWait();
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return due;
    }
}
