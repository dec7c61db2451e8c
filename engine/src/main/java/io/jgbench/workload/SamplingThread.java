package io.jgbench.workload;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes a sample each interval, counted from its start so that it does not drift, until it is finished. What was due
 * while the process stood still is left out: samples of one instant would tell nothing.
 */
public final class SamplingThread {
    private final Runnable sample;
    private final long intervalNanos;
    private final Thread thread;
    private volatile boolean begun;
    private volatile boolean finished;

    /** Begins at once. */
    public SamplingThread(Runnable sample, Duration interval) {
        this(sample, interval, true);
    }

    private SamplingThread(Runnable sample, Duration interval, boolean begun) {
        this.sample = sample;
        this.intervalNanos = interval.toNanos();
        this.begun = begun;
        this.thread = Thread.ofPlatform().daemon().name("sampler").start(this::run);
    }

    /**
     * A thread that waits for {@link #begin}. Starting a thread blocks the caller until it has run for the first time,
     * which takes milliseconds on busy cores.
     */
    public static SamplingThread waiting(Runnable sample, Duration interval) {
        return new SamplingThread(sample, interval, false);
    }

    /** Begins now. */
    public void begin() {
        begun = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!begun && !finished) {
            LockSupport.park(this);
        }
        long start = System.nanoTime();
        for (long n = 1; !finished; n++) {
            long due = start + n * intervalNanos;
            for (long left = due - System.nanoTime(); left > 0 && !finished; left = due - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
            }
            if (!finished) {
                sample.run();
                n = Math.max(n, (System.nanoTime() - start) / intervalNanos);
            }
        }
    }

    /** Ends the thread and takes the last sample. */
    public void finish() throws InterruptedException {
        close();
        thread.join();
        sample.run();
    }

    /** Ends the thread, without another sample. */
    public void close() {
        finished = true;
        LockSupport.unpark(thread);
    }
}
