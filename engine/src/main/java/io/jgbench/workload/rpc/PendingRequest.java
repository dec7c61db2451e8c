package io.jgbench.workload.rpc;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The one request that a caller has under way. Its thread begins it and waits; receiving threads tell what was
 * answered; a thread that watches the clock gives it up. All of it is one word, so that none of them needs a lock: the
 * request's number, whether it was given up, and a bit for each target that has not answered.
 */
final class PendingRequest {
    private static final int TARGET_BITS = 16;
    private static final long TARGETS = (1L << TARGET_BITS) - 1;
    private static final long GIVEN_UP = 1L << TARGET_BITS;
    private static final int NUMBER_SHIFT = TARGET_BITS + 1;

    private final AtomicLong state = new AtomicLong();
    private volatile Thread caller;
    private volatile long deadlineNanos;
    private volatile boolean wrong;

    /** The calling thread is about to send a request. */
    void begin(int number, int targets, long deadline) {
        wrong = false;
        caller = Thread.currentThread();
        deadlineNanos = deadline;
        state.set(((long) number << NUMBER_SHIFT) | ((1L << targets) - 1));
    }

    /**
     * A target has answered, or will not.
     *
     * @param right whether it was the answer that there should be
     * @return false if the request is not under way any more, or that target had answered
     */
    boolean answered(int number, int target, boolean right) {
        long bit = 1L << target;
        long current = state.get();
        while (true) {
            if ((int) (current >> NUMBER_SHIFT) != number || (current & bit) == 0) {
                return false;
            }
            if (!right) {
                wrong = true;
            }
            long next = current & ~bit;
            if (state.compareAndSet(current, next)) {
                if ((next & TARGETS) == 0) {
                    LockSupport.unpark(caller);
                }
                return true;
            }
            current = state.get();
        }
    }

    /** Waits until all targets have answered or the request is given up. */
    Outcome await() throws InterruptedException {
        while ((state.get() & TARGETS) != 0) {
            LockSupport.park(this);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return (state.get() & GIVEN_UP) != 0 ? Outcome.TIMED_OUT : wrong ? Outcome.FAILED : Outcome.DONE;
    }

    /** Gives the request up if its time is over. */
    void expire(long nowNanos) {
        long current = state.get();
        while ((current & TARGETS) != 0 && nowNanos - deadlineNanos > 0) {
            if (state.compareAndSet(current, (current & ~TARGETS) | GIVEN_UP)) {
                LockSupport.unpark(caller);
                return;
            }
            current = state.get();
        }
    }

    /** How a request ended. */
    enum Outcome {
        /** All targets answered. */
        DONE,
        /** Not all did in time. */
        TIMED_OUT,
        /** It could not be sent, or was answered wrongly. */
        FAILED
    }
}
