package io.jgbench.member;

import io.jgbench.coordination.EpochClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for an instant without burning the CPU, which others on the host may need until then. The last stretch is a
 * sleep of its own: what the thread needs is in the caches again when it counts, and a long sleep's error does not.
 */
public final class StartGate {
    private static final long LAST_STRETCH_NANOS = Duration.ofMillis(2).toNanos();

    private final EpochClock clock;

    /** Waits on that clock. */
    public StartGate(EpochClock clock) {
        this.clock = clock;
    }

    /** Returns at the instant, late by what the system takes to wake a thread: some ten microseconds. */
    public void await(long epochNanos) throws InterruptedException {
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long left = epochNanos - clock.epochNanos();
            if (left <= 0) {
                return;
            }
            LockSupport.parkNanos(this, left > LAST_STRETCH_NANOS ? left - LAST_STRETCH_NANOS : left);
        }
    }
}
