package io.jgbench.workload;

import io.jgbench.coordination.EpochClock;
import java.util.concurrent.locks.LockSupport;

/** Gives a signal at an instant, from a thread of its own. */
public final class EndTimer implements AutoCloseable {
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final EpochClock clock;
    private final EndSignal signal;
    private final Thread thread;
    private volatile long atEpochNanos = UNKNOWN;
    private volatile boolean closed;

    /** Waits to be told the instant; see {@link SamplingThread#waiting} for why its thread is there already. */
    public EndTimer(EpochClock clock, EndSignal signal) {
        this.clock = clock;
        this.signal = signal;
        this.thread = Thread.ofPlatform().daemon().name("end-timer").start(this::run);
    }

    /** Waits for this instant from now on. */
    public void begin(long instantEpochNanos) {
        atEpochNanos = instantEpochNanos;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (atEpochNanos == UNKNOWN && !closed) {
            LockSupport.park(this);
        }
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

    /** Returns when the signal was given, or the timer was closed. */
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
