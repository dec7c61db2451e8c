package io.jgbench.workload;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.OpenLoopReport;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/**
 * How late a member hands over what is due in an open loop, and whether that is its own doing. Threads share it, each
 * with a {@link OfThread} of its own.
 */
public final class Lateness {
    private static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    /**
     * The delays that a thread keeps until it adds them to those of all. Threads that shared each count would wait for
     * each other's caches with each unit; histograms of their own would take a quarter of a gigabyte for 500 callers.
     */
    private static final int DELAYS_KEPT = 128;

    @GuardedBy("this")
    private final Histogram late = new Histogram(HIGHEST_NANOS, SIGNIFICANT_DIGITS);

    @GuardedBy("this")
    private final Histogram generator = new Histogram(HIGHEST_NANOS, SIGNIFICANT_DIGITS);

    /** Threads that may hand over more. */
    @GuardedBy("this")
    private final Set<OfThread> going = new HashSet<>();

    @GuardedBy("this")
    private long beganAtEpochNanos;

    /** When the last unit of all threads was due, and the last one handed over. */
    @GuardedBy("this")
    private long lastDueNanos;

    @GuardedBy("this")
    private long lastHandedOverNanos;

    /** The unit that a thread had due for the longest time when time was over. */
    @GuardedBy("this")
    private long leftDueNanos;

    @GuardedBy("this")
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
    public synchronized OfThread ofThread() {
        var thread = new OfThread();
        going.add(thread);
        return thread;
    }

    /**
     * What it comes to, while threads may go on. It has the delays of all units so far; when the last unit was due and
     * handed over it has of the threads that have {@linkplain OfThread#ended ended}.
     */
    public synchronized OpenLoopReport report() {
        Histogram allLate = late.copy();
        Histogram allGenerator = generator.copy();
        going.forEach(thread -> thread.addKept(allLate, allGenerator));
        long leftNanos = leftAtNanos - leftDueNanos;
        boolean wasLeft = leftNanos > lastHandedOverNanos - lastDueNanos;
        return new OpenLoopReport(
                (wasLeft ? leftDueNanos : lastDueNanos) - beganAtEpochNanos,
                (wasLeft ? leftAtNanos : lastHandedOverNanos) - beganAtEpochNanos,
                leftNanos > 0 ? leftNanos : OpenLoopReport.NOTHING_LEFT,
                HistogramText.encode(allLate),
                HistogramText.encode(allGenerator));
    }

    /** The thread begins with none again, so that no report has them twice. */
    private synchronized void take(OfThread thread) {
        thread.addKept(late, generator);
        thread.delays.setRelease(0);
    }

    private synchronized void takeLast(OfThread thread) {
        take(thread);
        going.remove(thread);
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
        /**
         * How many are kept. The thread publishes each by it, without a lock: while another one reads those before, it
         * writes only behind them, as it begins with none again under the lock alone.
         */
        private final AtomicInteger delays = new AtomicInteger();

        private final long[] lateNanos = new long[DELAYS_KEPT];
        private final long[] generatorNanos = new long[DELAYS_KEPT];

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
            int kept = delays.getPlain();
            lateNanos[kept] = behind;
            generatorNanos[kept] = ownNanos;
            delays.setRelease(kept + 1);
            if (kept + 1 == DELAYS_KEPT) {
                take(this);
            }
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

        private void addKept(Histogram toLate, Histogram toGenerator) {
            int kept = delays.getAcquire();
            for (int i = 0; i < kept; i++) {
                toLate.recordValue(lateNanos[i]);
                toGenerator.recordValue(generatorNanos[i]);
            }
        }

        /** The thread hands over nothing more. */
        public void ended() {
            takeLast(this);
            if (any) {
                Lateness.this.ended(dueNanos, handedOverNanos);
            }
        }
    }
}
