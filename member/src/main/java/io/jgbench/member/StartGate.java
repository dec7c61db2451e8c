package io.jgbench.member;

import io.jgbench.coordination.EpochClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for an instant without burning the CPU, which others on the host may need until then. The last stretch is a
 * sleep of its own: what the thread needs is in the caches again when it counts, and a long sleep's error does not.
 * Where the process may, the thread has real-time priority from when it begins to wait: on a busy host it would else
 * wake from the first sleep when the instant has passed.
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

    /**
     * Returns before the last stretch, in which nothing else is to be done. The thread keeps its real-time priority:
     * {@link #pass} or {@link #leave} follows.
     */
    public void approach(long epochNanos) throws InterruptedException {
        priority.ifPresent(RealTimePriority::raise);
        awaitOrLeave(epochNanos - LAST_STRETCH_NANOS);
    }

    /**
     * Returns at the instant, late by what the system takes to wake a thread: some ten microseconds. The thread keeps
     * its real-time priority until {@link #leave}, which must follow soon.
     *
     * @return when it was passed, on the clock
     */
    public long pass(long epochNanos) throws InterruptedException {
        approach(epochNanos);
        return awaitOrLeave(epochNanos);
    }

    /** Gives the calling thread its ordinary priority again; harmless when it has it. */
    public void leave() {
        priority.ifPresent(RealTimePriority::lower);
    }

    private long awaitOrLeave(long epochNanos) throws InterruptedException {
        try {
            return await(epochNanos);
        } catch (InterruptedException | RuntimeException e) {
            leave();
            throw e;
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
