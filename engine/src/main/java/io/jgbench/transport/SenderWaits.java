package io.jgbench.transport;

import java.util.concurrent.atomic.LongAdder;

/** How often and for how long senders waited for flow control. Any number of threads count, any reads. */
public final class SenderWaits {
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** The current thread has waited for so long; not counted of an {@link AnsweringThread}. */
    public void add(long waitedNanos) {
        if (!AnsweringThread.isCurrent()) {
            count.increment();
            nanos.add(waitedNanos);
        }
    }

    /** How often one has waited. */
    public long count() {
        return count.sum();
    }

    /** How long they waited in all; several that wait at the same time each count. */
    public long nanos() {
        return nanos.sum();
    }
}
