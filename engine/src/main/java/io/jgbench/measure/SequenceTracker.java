package io.jgbench.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Which numbers of one stream have arrived, and in which order; they count from 0. It tells lost, duplicate and
 * reordered messages apart exactly, however late they come: a number in order costs one comparison, a missing one a
 * bit.
 *
 * <p>One thread at a time calls {@link #arrived}; all else may be called by any. A reader that sees a number as arrived
 * sees all that was written before it.
 */
public final class SequenceTracker {
    /** Room for the numbers at first; it grows. */
    private static final long FIRST_NUMBERS = 1 << 20;

    private static final VarHandle NEXT = handle();

    @SuppressWarnings("FieldMayBeFinal") // written by NEXT
    private long next;

    private volatile long duplicate;
    private volatile long reordered;
    private MissingSequences missing;

    /** Of a stream of which nothing has arrived. */
    public SequenceTracker() {}

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(SequenceTracker.class, "next", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A number has arrived; false if it had before. One less than 0 counts as a duplicate. */
    public boolean arrived(long sequence) {
        if (sequence != next && !outOfOrder(sequence)) {
            return false;
        }
        if (sequence >= next) {
            // a plain store on x86
            NEXT.setRelease(this, sequence + 1);
        }
        return true;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private boolean outOfOrder(long sequence) {
        if (sequence > next) {
            if (missing == null) {
                missing = new MissingSequences(FIRST_NUMBERS);
            }
            missing.addRange(next, sequence);
            return true;
        }
        if (missing != null && sequence >= 0 && missing.remove(sequence)) {
            reordered++;
            return true;
        }
        duplicate++;
        return false;
    }

    /** Whether one has ever arrived before another with a lesser number. To be asked by the thread that writes. */
    public boolean hadGaps() {
        return missing != null;
    }

    /** The number after the largest that has arrived; 0 before the first. */
    public long next() {
        return (long) NEXT.getAcquire(this);
    }

    /** Arrivals of numbers that had arrived before. */
    public long duplicate() {
        return duplicate;
    }

    /** Numbers that arrived after a larger one. */
    public long reordered() {
        return reordered;
    }
}
