package io.jgbench.perftest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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

    @GuardedBy("lock")
    private Optional<String> failure = Optional.empty();

    @GuardedBy("lock")
    private boolean othersKnow;

    @GuardedBy("lock")
    private long changes;

    /** Changes guarded state and wakes all waiting threads. */
    void update(Runnable change) {
        lock.lock();
        try {
            change.run();
            tellChange();
        } finally {
            lock.unlock();
        }
    }

    /** Reads guarded state. */
    <T> T get(Supplier<T> value) {
        lock.lock();
        try {
            return value.get();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes waiting threads after a change outside the guarded state. */
    void tellOutsideChange() {
        update(() -> {});
    }

    @GuardedBy("lock")
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

    /** Whether the failure came from another member, so that all members know it. */
    boolean othersKnow() {
        lock.lock();
        try {
            return othersKnow;
        } finally {
            lock.unlock();
        }
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

    @GuardedBy("lock")
    private void throwFailure() throws PerfTestException {
        if (failure.isPresent()) {
            throw new PerfTestException(failure.get());
        }
    }

    /** Waits until the time is over, whatever changes meanwhile but for a failure. */
    void pause(Duration time) throws PerfTestException, InterruptedException {
        lock.lock();
        try {
            throwFailure();
            for (long left = time.toNanos(); left > 0; ) {
                left = changed.awaitNanos(left);
                throwFailure();
            }
        } finally {
            lock.unlock();
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
