package io.jgbench.workload.multicast;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The time that a receiver spends with each message, as an application would (perf.Test's processing_delay). */
@FunctionalInterface
interface ProcessingDelay {

    /** Returns when the delay has passed. */
    void await();

    /** A delay of the given length; for its last part, which a parked thread cannot keep, the thread works. */
    static ProcessingDelay of(Duration delay) {
        long nanos = delay.toNanos();
        if (nanos == 0) {
            return () -> {};
        }
        return () -> {
            long end = System.nanoTime() + nanos;
            for (long left = nanos; left > 0; left = end - System.nanoTime()) {
                if (left > CLOSE_NANOS) {
                    LockSupport.parkNanos(left - CLOSE_NANOS);
                } else {
                    Thread.onSpinWait();
                }
            }
        };
    }

    /** The kernel wakes a thread up to 50 µs late, its timer slack, and the thread then needs some time to run. */
    long CLOSE_NANOS = 60_000;
}
