package io.jgbench.perftest;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A line for each interval of messages sent and received, as perf.Test has it; written by a thread that polls, so
 * that nothing stands in the messages' way. Where several are due at once, only the last is written.
 */
final class IntervalLines implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);

    private final Thread thread;
    private volatile boolean closed;

    IntervalLines(long interval, LongSupplier sent, LongSupplier received, Console console) {
        var sentLines = new Counter(interval, sent, count -> console.line("++ sent " + count));
        var receivedLines =
                new Counter(interval, received, count -> console.line("-- received " + count + " messages"));
        thread = Thread.ofPlatform().daemon().name("interval-lines").start(() -> {
            while (!closed) {
                LockSupport.parkNanos(this, POLL.toNanos());
                sentLines.look();
                receivedLines.look();
            }
            // a console that blocked may have kept it from looking since the last message came
            sentLines.look();
            receivedLines.look();
        });
    }

    /** Returns when the last line is written. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Counter {
        private final long interval;
        private final LongSupplier count;
        private final LongConsumer line;
        private long told;

        Counter(long interval, LongSupplier count, LongConsumer line) {
            this.interval = interval;
            this.count = count;
            this.line = line;
        }

        void look() {
            long due = count.getAsLong() / interval * interval;
            if (due > told) {
                told = due;
                line.accept(due);
            }
        }
    }
}
