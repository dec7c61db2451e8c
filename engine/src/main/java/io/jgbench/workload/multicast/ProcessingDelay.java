package io.jgbench.workload.multicast;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The time that a receiver spends with each message, as an application would (perf.Test's processing_delay). */
@FunctionalInterface
interface ProcessingDelay {

    /** Returns when the delay has passed. */
    void await();

    /** A delay of the given length; below what a parked thread can keep, the thread works instead of sleeping. */
    static ProcessingDelay of(Duration delay) {
        long nanos = delay.toNanos();
        if (nanos == 0) {
            return () -> {};
        }
        boolean sleeps = nanos >= SHORTEST_SLEEP_NANOS;
        return () -> {
            long end = System.nanoTime() + nanos;
            for (long left = nanos; left > 0; left = end - System.nanoTime()) {
                if (sleeps) {
                    LockSupport.parkNanos(left);
                } else {
                    Thread.onSpinWait();
                }
            }
        };
    }

    /** The kernel's timer slack is 50 µs: a shorter sleep would last longer than asked for. */
    long SHORTEST_SLEEP_NANOS = 100_000;
}
