package io.jgbench.workload.messagebus;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.EpochClock;
import io.jgbench.measure.Pace;
import java.util.function.BooleanSupplier;

/**
 * When a member may process what it has received, at a rate that its processing threads share: how messages are spread
 * over them does not change it. Time in which none of them had anything to do is not made up for.
 */
final class ProcessingPace {
    private final Pace pace;
    private final EpochClock clock;

    @GuardedBy("this")
    private long claimedBytes;

    @GuardedBy("this")
    private int working;

    /** For a rate of all threads together. */
    ProcessingPace(long bytesPerSecond, EpochClock clock) {
        this.pace = new Pace(bytesPerSecond, clock);
        this.clock = clock;
    }

    /** A thread has something to do. */
    synchronized void begins() {
        if (working == 0) {
            pace.resume(clock.epochNanos(), claimedBytes);
        }
        working++;
    }

    /** A thread has nothing to do any more. */
    synchronized void rests() {
        working--;
    }

    /** Takes the time of a message, and returns when that begins. */
    synchronized long claim(int length) {
        long due = pace.dueNanos(claimedBytes);
        claimedBytes += length;
        return due;
    }

    /** Waits until an instant, or until it is told that it is over. */
    void await(long dueNanos, BooleanSupplier ended) throws InterruptedException {
        long ignored = pace.awaitInstant(dueNanos, ended);
    }
}
