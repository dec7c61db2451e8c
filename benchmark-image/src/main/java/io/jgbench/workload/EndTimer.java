package io.jgbench.workload;

import io.jgbench.coordination.EpochClock;
import java.util.concurrent.locks.LockSupport;

/** Gives a signal at an instant, from a thread of its own. */
public final class EndTimer implements AutoCloseable {
    private final long atEpochNanos;
    private final EpochClock clock;
    private final EndSignal signal;
    private final Thread thread;
    private volatile boolean closed;

    /** Waits from now on. */
    public EndTimer(long atEpochNanos, EpochClock clock, EndSignal signal) {
        this.atEpochNanos = atEpochNanos;
        this.clock = clock;
        this.signal = signal;
        this.thread = Thread.ofPlatform().daemon().name("end-timer").start(this::run);
    }

    private void run() {
        for (long left = left(); left > 0 && !closed; left = left()) {
            LockSupport.parkNanos(this, left);
        }
        if (!closed) {
            signal.give();
        }
    }

    private long left() {
        return atEpochNanos - clock.epochNanos();
    }

    /** Returns when the signal was given. */
    public void await() throws InterruptedException {
        thread.join();
    }

    /** Does not give the signal any more. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
