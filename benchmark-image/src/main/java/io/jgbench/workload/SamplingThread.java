package io.jgbench.workload;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Takes a sample each interval, counted from its start so that it does not drift, until it is finished. */
public final class SamplingThread {
    private final Runnable sample;
    private final long intervalNanos;
    private final Thread thread;
    private volatile boolean finished;

    /** Starts at once. */
    public SamplingThread(Runnable sample, Duration interval) {
        this.sample = sample;
        this.intervalNanos = interval.toNanos();
        this.thread = Thread.ofPlatform().daemon().name("sampler").start(this::run);
    }

    private void run() {
        long start = System.nanoTime();
        for (long n = 1; !finished; n++) {
            long due = start + n * intervalNanos;
            for (long left = due - System.nanoTime(); left > 0 && !finished; left = due - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
            }
            if (!finished) {
                sample.run();
            }
        }
    }

    /** Ends the thread and takes the last sample. */
    public void finish() throws InterruptedException {
        finished = true;
        LockSupport.unpark(thread);
        thread.join();
        sample.run();
    }
}
