package io.jgbench.workload;

import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.OpenLoopReport;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.AtomicHistogram;

/**
 * How late a member hands over what is due in an open loop, and whether that is its own doing. Threads share it, each
 * with a {@link OfThread} of its own.
 */
public final class Lateness {
    private static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final AtomicHistogram late = new AtomicHistogram(HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    private final AtomicHistogram generator = new AtomicHistogram(HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    private long beganAtEpochNanos;

    /** When the last unit of all threads was due, and the last one handed over. */
    private long lastDueNanos;

    private long lastHandedOverNanos;

    /** The unit that a thread had due for the longest time when time was over. */
    private long leftDueNanos;

    private long leftAtNanos;
    private volatile long overNanos = Long.MAX_VALUE;

    /** Of which nothing is known yet. */
    public Lateness() {}

    /** The open loop begins; its threads are started after that. */
    public synchronized void begin(long epochNanos) {
        beganAtEpochNanos = epochNanos;
        lastDueNanos = epochNanos;
        lastHandedOverNanos = epochNanos;
        leftDueNanos = epochNanos;
        leftAtNanos = epochNanos;
    }

    /** Time is over. Units that are due later do not count, nor do delays of threads after this instant. */
    public void over(long epochNanos) {
        overNanos = epochNanos;
    }

    /** What one thread is to tell it. */
    public OfThread ofThread() {
        return new OfThread();
    }

    /** What it comes to, of the threads that have {@linkplain OfThread#ended ended}. */
    public synchronized OpenLoopReport report() {
        boolean wasLeft = leftAtNanos - leftDueNanos > lastHandedOverNanos - lastDueNanos;
        return new OpenLoopReport(
                (wasLeft ? leftDueNanos : lastDueNanos) - beganAtEpochNanos,
                (wasLeft ? leftAtNanos : lastHandedOverNanos) - beganAtEpochNanos,
                HistogramText.encode(late.copy()),
                HistogramText.encode(generator.copy()));
    }

    private synchronized void ended(long dueNanos, long handedOverNanos) {
        lastDueNanos = Math.max(lastDueNanos, dueNanos);
        lastHandedOverNanos = Math.max(lastHandedOverNanos, handedOverNanos);
    }

    private synchronized void left(long dueNanos, long nowNanos) {
        long until = Math.min(nowNanos, overNanos);
        if (until - dueNanos > leftAtNanos - leftDueNanos) {
            leftDueNanos = dueNanos;
            leftAtNanos = until;
        }
    }

    /**
     * One thread of an open loop.
     *
     * <p>A delay is divided by comparing with a generator that is always in time and uses the same transport: it hands
     * a unit over when it is due, or as soon as the transport has released the unit before. If the thread waited for
     * the due instant, the whole delay is the member's own. If the transport still held the thread then, the own part
     * stays what it was for the unit before, but is never more than the delay.
     */
    public final class OfThread {
        /** Before the first unit no transport can have caused a delay. */
        private long ownNanos = Long.MAX_VALUE;

        private long dueNanos;
        private long handedOverNanos;
        private boolean any;

        private OfThread() {}

        /**
         * A unit is about to be handed over.
         *
         * @param due when it was due
         * @param wasFree whether the thread waited for that instant
         * @param now the clock
         */
        public void handsOver(long due, boolean wasFree, long now) {
            handsOver(due, due, wasFree, now);
        }

        /**
         * A unit is about to be handed over that a pacer may have held back, as it makes up slowly for what was late.
         *
         * @param due when it was due
         * @param aimed for which instant the thread waited if it did, the due one or later
         * @param wasFree whether the thread waited for that instant
         * @param now the clock
         */
        public void handsOver(long due, long aimed, boolean wasFree, long now) {
            long behind = Math.clamp(now - due, 0, HIGHEST_NANOS);
            ownNanos = wasFree ? Math.clamp(now - aimed, 0, behind) : Math.min(behind, ownNanos);
            late.recordValue(behind);
            generator.recordValue(ownNanos);
            dueNanos = due;
            handedOverNanos = Math.max(now, due);
            any = true;
        }

        /**
         * Time is over before the thread hands over its next unit; its rate was not kept where that was due by then.
         *
         * @param due when it is or was due
         * @param now the clock
         */
        public void leaves(long due, long now) {
            left(due, now);
        }

        /** The thread hands over nothing more. */
        public void ended() {
            if (any) {
                Lateness.this.ended(dueNanos, handedOverNanos);
            }
        }
    }
}
