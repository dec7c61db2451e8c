package io.jgbench.workload.multicast;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A delay in which the thread sleeps. A sleep ends late, by the kernel's timer slack at the least; the next one, of
 * whichever thread, is shorter by as much. So the mean is exact and takes no CPU time, which working for the last part
 * of each delay would take from the members.
 */
final class SleptDelay implements ProcessingDelay {
    private final long nanos;
    private final LongSupplier clock;
    private final LongConsumer parker;

    /** By how much sleeps were too long and none was shortened yet. */
    private final AtomicLong overshotNanos = new AtomicLong();

    /**
     * A delay for all receiving threads.
     *
     * @param nanos its length, more than 0
     * @param clock nanoseconds since any instant
     * @param parker waits for this number of nanoseconds, or for less or more
     */
    SleptDelay(long nanos, LongSupplier clock, LongConsumer parker) {
        this.nanos = nanos;
        this.clock = clock;
        this.parker = parker;
    }

    @Override
    public void await() {
        long overshot = overshotNanos.getAndUpdate(before -> Math.max(0, before - nanos));
        long left = nanos - Math.min(overshot, nanos);
        if (left > 0) {
            long late = sleep(left);
            // a thread that was kept from running for longer than this stood still, which is not made up for
            overshotNanos.addAndGet(Math.min(late, nanos));
        }
    }

    /** Returns by how much it took longer. */
    private long sleep(long forNanos) {
        long began = clock.getAsLong();
        long left = forNanos;
        while (left > 0) {
            parker.accept(left);
            left = forNanos - (clock.getAsLong() - began);
        }
        return -left;
    }
}
