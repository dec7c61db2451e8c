package io.jgbench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Threads that are there before the measured part and begin together: whoever starts a thread waits until that has run
 * for the first time, which takes milliseconds where others keep the cores busy. One thread at a time uses it, but for
 * {@link #close}.
 */
public final class ReadyThreads implements AutoCloseable {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    /** None yet. */
    public ReadyThreads() {}

    /** Starts a thread that does its work once all {@link #begin}. */
    public synchronized void add(String name, Runnable work) {
        threads.add(Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                begun.await();
            } catch (InterruptedException _) {
                // closed before the start
                return;
            }
            work.run();
        }));
    }

    /** Lets all do their work; harmless when they do it already. */
    public void begin() {
        begun.countDown();
    }

    /** Returns when all have done their work. */
    public void join() throws InterruptedException {
        for (Thread thread : all()) {
            thread.join();
        }
    }

    /** Interrupts all, whether they have begun or not. */
    @Override
    public void close() {
        all().forEach(Thread::interrupt);
    }

    private synchronized List<Thread> all() {
        return List.copyOf(threads);
    }
}
