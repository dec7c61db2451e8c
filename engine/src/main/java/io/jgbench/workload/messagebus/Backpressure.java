package io.jgbench.workload.messagebus;

import java.util.concurrent.atomic.LongAdder;

/** How often and how long sending threads had to wait. */
final class Backpressure {
    /** What takes less is the work itself, or the machine's scheduling. */
    private static final long LEAST_NANOS = 100_000;

    private final LongAdder events = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** Something took so long. */
    void took(long elapsedNanos) {
        if (elapsedNanos >= LEAST_NANOS) {
            events.increment();
            nanos.add(elapsedNanos);
        }
    }

    long events() {
        return events.sum();
    }

    long nanos() {
        return nanos.sum();
    }
}
