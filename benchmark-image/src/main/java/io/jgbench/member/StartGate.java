package io.jgbench.member;

import io.jgbench.coordination.EpochClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for an instant without burning the CPU, which others on the host may need until then. The last stretch is a
 * sleep of its own: what the thread needs is in the caches again when it counts, and a long sleep's error does not. Where
 * the process may, the thread has real-time priority for that stretch.
 */
public final class StartGate {
    private static final long LAST_STRETCH_NANOS = Duration.ofMillis(2).toNanos();

    private final EpochClock clock;
    private final Optional<RealTimePriority> priority;

    /** Waits on that clock. */
    public StartGate(EpochClock clock, Optional<RealTimePriority> priority) {
        this.clock = clock;
        this.priority = priority;
    }

    /** Returns before the last stretch, in which nothing else is to be done. */
    public void approach(long epochNanos) throws InterruptedException {
        await(epochNanos - LAST_STRETCH_NANOS);
    }

    /**
     * Returns at the instant, late by what the system takes to wake a thread: some ten microseconds.
     *
     * @return when it was passed, on the clock
     */
    public long pass(long epochNanos) throws InterruptedException {
        approach(epochNanos);
        priority.ifPresent(RealTimePriority::raise);
        try {
            return await(epochNanos);
        } finally {
            priority.ifPresent(RealTimePriority::lower);
        }
    }

    private long await(long epochNanos) throws InterruptedException {
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long now = clock.epochNanos();
            if (now >= epochNanos) {
                return now;
            }
            LockSupport.parkNanos(this, epochNanos - now);
        }
    }
}
