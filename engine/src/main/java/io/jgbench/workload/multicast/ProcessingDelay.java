package io.jgbench.workload.multicast;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The time that a receiver spends with each message, as an application would (perf.Test's processing_delay). */
@FunctionalInterface
interface ProcessingDelay {

    /** Returns when the delay has passed. */
    void await();

    /** A delay of the given length, for all receiving threads; where it is too short to sleep, the thread works. */
    static ProcessingDelay of(Duration delay) {
        long nanos = delay.toNanos();
        if (nanos == 0) {
            return () -> {};
        }
        return nanos < SHORTEST_SLEEP_NANOS
                ? () -> work(nanos)
                : new SleptDelay(nanos, System::nanoTime, LockSupport::parkNanos);
    }

    private static void work(long nanos) {
        long began = System.nanoTime();
        while (System.nanoTime() - began < nanos) {
            Thread.onSpinWait();
        }
    }

    /** The kernel's timer slack is 50 µs: a shorter sleep would be late by more than half of it. */
    long SHORTEST_SLEEP_NANOS = 100_000;
}
