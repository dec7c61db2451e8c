package io.jgbench.measure;

import io.jgbench.coordination.EpochClock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * When the next unit of work (a byte, a message, a request) is due, counted from the start so that nothing drifts.
 * Threads may share it for {@link #dueNanos}; the others are for the one thread that it paces.
 */
public final class Pace {
    /** A thread that wakes this close to the instant is on time: a shorter sleep would take longer than that. */
    private static final long CLOSE_NANOS = 60_000;

    /** Waiting threads look for the end this often, so nobody has to wake them. */
    private static final long LONGEST_PARK_NANOS = 20_000_000;

    private final ArrivalSequence arrivals;
    private final EpochClock clock;
    private long beganAtEpochNanos;

    /** For a constant rate in units per second, evenly spread. */
    public Pace(double unitsPerSecond, EpochClock clock) {
        this(ArrivalSequence.even(unitsPerSecond), clock);
    }

    /** For units that are due at these instants. */
    public Pace(ArrivalSequence arrivals, EpochClock clock) {
        this.arrivals = arrivals;
        this.clock = clock;
    }

    /** Sets when the first unit is due; threads that share the pace are started after that. */
    public void begin(long epochNanos) {
        beganAtEpochNanos = epochNanos;
    }

    /** When the unit after a number of others is due, in nanoseconds since the Unix epoch. */
    public long dueNanos(long unitsBefore) {
        return beganAtEpochNanos + arrivals.afterBeginNanos(unitsBefore);
    }

    /** Continues after a time without work: the unit after this number of others is not due before now. */
    public void resume(long epochNanos, long unitsBefore) {
        beganAtEpochNanos = Math.max(beganAtEpochNanos, epochNanos - arrivals.afterBeginNanos(unitsBefore));
    }

    /**
     * Waits until the unit after a number of others is due, and returns when that is; at once where it is late. What
     * is due later than waiting may last is returned before it is due.
     *
     * @param latestNanos when to stop waiting
     */
    public long await(long unitsBefore, long latestNanos) throws InterruptedException {
        long due = dueNanos(unitsBefore);
        long until = Math.min(due, latestNanos);
        for (long left = until - clock.epochNanos(); left > 0; left = until - clock.epochNanos()) {
            waitSome(left);
        }
        return due;
    }

    /**
     * Waits until an instant, or until it is told that it is over.
     *
     * @param ended asked each time that it wakes up, at least every {@value #LONGEST_PARK_NANOS} ns
     * @return what the clock showed at last
     */
    public long awaitInstant(long dueNanos, BooleanSupplier ended) throws InterruptedException {
        long now = clock.epochNanos();
        while (now < dueNanos && !ended.getAsBoolean()) {
            waitSome(Math.min(dueNanos - now, LONGEST_PARK_NANOS));
            now = clock.epochNanos();
        }
        return now;
    }

    /** Sleeps for the most of a time; spins where that is short, and so for its last part. */
    private void waitSome(long leftNanos) throws InterruptedException {
        if (leftNanos > CLOSE_NANOS) {
            LockSupport.parkNanos(this, leftNanos - CLOSE_NANOS / 2);
        } else {
            Thread.onSpinWait();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
