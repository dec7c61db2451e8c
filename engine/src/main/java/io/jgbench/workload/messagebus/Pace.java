package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import java.util.concurrent.locks.LockSupport;

/**
 * When the next bytes are due at a constant rate, counted from the begin so that nothing drifts. One thread uses it.
 */
final class Pace {
    /** Who comes this close is on time: to sleep for less takes longer than that. */
    private static final long CLOSE_NANOS = 60_000;

    private final double nanosPerByte;
    private final EpochClock clock;
    private long beganNanos;

    /** For a rate in bytes per second. */
    Pace(double bytesPerSecond, EpochClock clock) {
        this.nanosPerByte = 1e9 / bytesPerSecond;
        this.clock = clock;
    }

    void begin(long epochNanos) {
        beganNanos = epochNanos;
    }

    /** Goes on after a time in which there was nothing to do: what comes after so many bytes is not due before now. */
    void resume(long epochNanos, long bytesBefore) {
        beganNanos = Math.max(beganNanos, epochNanos - (long) (bytesBefore * nanosPerByte));
    }

    /**
     * Waits until what comes after so many bytes is due, and returns when that is; at once where it is late. What is
     * due later than waiting may last is returned before it is due.
     *
     * @param latestNanos when to stop waiting
     */
    long await(long bytesBefore, long latestNanos) throws InterruptedException {
        long due = beganNanos + (long) (bytesBefore * nanosPerByte);
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
