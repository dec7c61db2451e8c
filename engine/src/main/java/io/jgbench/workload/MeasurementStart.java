package io.jgbench.workload;

import io.jgbench.coordination.EpochClock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * When a member really began what it measures: one that sends right before its first message is handed to the
 * transport, any other one when it passed the start barrier.
 */
public final class MeasurementStart {
    private final EpochClock clock;
    private final AtomicLong sentNanos = new AtomicLong();
    private volatile long passedNanos;

    /** Of a member that has not begun. */
    public MeasurementStart(EpochClock clock) {
        this.clock = clock;
    }

    /** The member has passed the barrier at this instant. */
    public void passed(long epochNanos) {
        passedNanos = epochNanos;
    }

    /**
     * The calling thread is about to hand over its first message. Only the first call of all asks the clock and counts.
     */
    public void sending() {
        if (sentNanos.get() == 0) {
            sentNanos.compareAndSet(0, clock.epochNanos());
        }
    }

    /** When the member began, 0 as long as it has not. */
    public long epochNanos() {
        long sent = sentNanos.get();
        return sent != 0 ? sent : passedNanos;
    }
}
