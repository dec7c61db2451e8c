package io.jgbench.perftest;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The lock that guards what a member knows of the others, and the waiting for a change of it. The first failure ends
 * every waiting, that under way and that to come.
 */
final class GroupMonitor {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Optional<String> failure = Optional.empty();
    private boolean othersKnow;
    private long changes;

    /** Changes what is guarded; whoever waits looks anew. */
    void update(Runnable change) {
        lock.lock();
        try {
            change.run();
            tellChange();
        } finally {
            lock.unlock();
        }
    }

    /** Reads what is guarded. */
    <T> T get(Supplier<T> value) {
        lock.lock();
        try {
            return value.get();
        } finally {
            lock.unlock();
        }
    }

    /** Something that {@link #await} may wait for has changed that is not guarded. */
    void tellOutsideChange() {
        update(() -> {});
    }

    private void tellChange() {
        changes++;
        changed.signalAll();
    }

    /** This member fails. */
    void fail(String why) {
        fail(why, false);
    }

    /** Another member fails, and has told it to all. */
    void failKnown(String why) {
        fail(why, true);
    }

    private void fail(String why, boolean known) {
        lock.lock();
        try {
            if (failure.isEmpty()) {
                failure = Optional.of(why);
                othersKnow = known;
                tellChange();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether another member has told the failure, and so told it to all. */
    boolean othersKnow() {
        return get(() -> othersKnow);
    }

    /** Throws the failure if there is one. */
    void check() throws PerfTestException {
        lock.lock();
        try {
            throwFailure();
        } finally {
            lock.unlock();
        }
    }

    private void throwFailure() throws PerfTestException {
        if (failure.isPresent()) {
            throw new PerfTestException(failure.get());
        }
    }

    /** Waits until something has changed or the time is over. */
    void awaitChange(Duration timeout) throws PerfTestException, InterruptedException {
        lock.lock();
        try {
            throwFailure();
            long before = changes;
            for (long left = timeout.toNanos(); changes == before && left > 0; ) {
                left = changed.awaitNanos(left);
            }
            throwFailure();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until it is done; the test fails with the sentence if that takes longer than the timeout.
     *
     * @param done asked with the lock held whenever something has changed
     */
    void await(BooleanSupplier done, Duration timeout, Supplier<String> sentence)
            throws PerfTestException, InterruptedException {
        lock.lock();
        try {
            long left = timeout.toNanos();
            throwFailure();
            while (!done.getAsBoolean()) {
                if (left <= 0) {
                    fail(sentence.get());
                } else {
                    left = changed.awaitNanos(left);
                }
                throwFailure();
            }
        } finally {
            lock.unlock();
        }
    }
}
