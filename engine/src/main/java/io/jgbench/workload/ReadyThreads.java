package io.jgbench.workload;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Threads that are started before the measured part and begin together. Starting a thread blocks the caller until it
 * has run for the first time, which takes milliseconds on busy cores. They stay until they are closed, so that the CPU
 * time of each can be read when all is done. One thread at a time uses it, but for {@link #close}.
 */
public final class ReadyThreads implements AutoCloseable {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final FirstFailure failure = new FirstFailure();

    @GuardedBy("this")
    private final List<ReadyThread> threads = new ArrayList<>();

    private record ReadyThread(Thread thread, CountDownLatch done) {}

    /** None yet. */
    public ReadyThreads() {}

    /** Starts a thread that does its work once all {@link #begin}. */
    public synchronized void add(String name, Runnable work) {
        var done = new CountDownLatch(1);
        threads.add(new ReadyThread(
                Thread.ofPlatform().daemon().name(name).start(() -> {
                    try {
                        begun.await();
                        failure.keepOf(work);
                        done.countDown();
                        closed.await();
                    } catch (InterruptedException _) {
                        // closed
                    } finally {
                        done.countDown();
                    }
                }),
                done));
    }

    /** Lets all do their work; harmless when they do it already. */
    public void begin() {
        begun.countDown();
    }

    /**
     * Returns when all have done their work, and throws what ended one of them before.
     *
     * @throws InterruptedException if the waiting thread is interrupted; all are closed then
     */
    public void join() throws InterruptedException {
        try {
            for (ReadyThread thread : all()) {
                thread.done().await();
            }
        } catch (InterruptedException e) {
            close();
            throw e;
        }
        failure.rethrow();
    }

    /** Interrupts all, whether they have begun or not, and lets them end. */
    @Override
    public void close() {
        closed.countDown();
        all().forEach(thread -> thread.thread().interrupt());
    }

    private synchronized List<ReadyThread> all() {
        return List.copyOf(threads);
    }
}
