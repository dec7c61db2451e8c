package io.jgbench.counters;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.measure.Rehearsal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A thread with next to nothing to do that notices when it is not let run: each {@value #INTERVAL_MILLIS} ms, and each
 * {@value #REHEARSAL_MILLIS} ms in its {@link Rehearsal}, it looks how much later it is than it meant to be. What stops
 * it stops all threads of the process (a collector, a stopped process, a limit on CPU time). The time for which it
 * waited for its turn on a CPU does not count: that is the host, which lets all wait. Less than {@value
 * #LEAST_STALL_MILLIS} ms does not count either. It also adds up the part of this time that no pause of the collector
 * explains, and by how much it was late in all, whatever the reason. Each {@value #QUEUES_EVERY} times it also adds up
 * what waits in the member's sockets, seldom enough to take less than 1 % of a core.
 */
final class MemberSampler implements AutoCloseable {
    private static final int INTERVAL_MILLIS = 50;
    private static final int REHEARSAL_MILLIS = 5;
    private static final int LEAST_STALL_MILLIS = 20;
    private static final int LEAST_DELAY_MILLIS = 1;
    private static final int QUEUES_EVERY = 10;
    private static final int QUEUES_EVERY_IN_REHEARSAL = 2;
    private static final long INTERVAL_NANOS =
            Duration.ofMillis(INTERVAL_MILLIS).toNanos();
    private static final long LEAST_STALL_NANOS =
            Duration.ofMillis(LEAST_STALL_MILLIS).toNanos();

    /** A timer is late by some tenths of it on any host. */
    private static final long LEAST_DELAY_NANOS =
            Duration.ofMillis(LEAST_DELAY_MILLIS).toNanos();

    private final SocketQueues queues;
    private final RunQueueWait runQueue;
    private final LongSupplier collectorNanos;
    private final Rehearsal rehearsal =
            new Rehearsal(Duration.ofMillis(REHEARSAL_MILLIS), Duration.ofMillis(INTERVAL_MILLIS));
    private volatile boolean begun;
    private volatile boolean closed;
    private volatile Totals totals = new Totals(0, 0, 0, 0, 0, 0);

    /**
     * Waits for {@link #begin}.
     *
     * @param collectorNanos for how long the collector has stopped the JVM so far, in nanoseconds; asked at each look
     */
    MemberSampler(SocketQueues queues, RunQueueWait runQueue, LongSupplier collectorNanos) {
        this.queues = queues;
        this.runQueue = runQueue;
        this.collectorNanos = collectorNanos;
    }

    /** Only one thread writes them, and others see them whole. */
    private record Totals(
            long stalledNanos, long stoppedNanos, long delayedNanos, long samples, long receiveBytes, long sendBytes) {

        private Totals stalled(long nanos) {
            return new Totals(stalledNanos + nanos, stoppedNanos, delayedNanos, samples, receiveBytes, sendBytes);
        }

        private Totals stopped(long nanos) {
            return new Totals(stalledNanos, stoppedNanos + nanos, delayedNanos, samples, receiveBytes, sendBytes);
        }

        private Totals delayed(long nanos) {
            return new Totals(stalledNanos, stoppedNanos, delayedNanos + nanos, samples, receiveBytes, sendBytes);
        }

        private Totals plus(SocketQueues.Waiting waiting) {
            return new Totals(
                    stalledNanos,
                    stoppedNanos,
                    delayedNanos,
                    samples + 1,
                    receiveBytes + waiting.receive(),
                    sendBytes + waiting.send());
        }
    }

    /** Begins to sample. */
    void begin() {
        begun = true;
        Thread.ofPlatform().daemon().name("member-sampler").start(this::run);
    }

    /** Looks often from now on, for as many times as compilers need. */
    void rehearse() {
        rehearsal.begin();
    }

    /** Looks as seldom as beside a measurement from now on. */
    void endRehearsal() {
        rehearsal.end();
    }

    @Override
    public void close() {
        closed = true;
    }

    /** For how long this process was stopped since it began to sample. */
    long stalledNanos() {
        return totals.stalledNanos();
    }

    /** The part of that which no pause of the collector explains. */
    long stoppedNanos() {
        return totals.stoppedNanos();
    }

    /** By how much it was late since it began to sample. */
    long delayedNanos() {
        return totals.delayedNanos();
    }

    void addTo(Map<String, Long> counters) {
        if (begun) {
            var now = totals;
            counters.put(Counters.STALLED_NANOS, now.stalledNanos());
            counters.put(Counters.STOPPED_NANOS, now.stoppedNanos());
            counters.put(Counters.DELAYED_NANOS, now.delayedNanos());
            counters.put(Counters.QUEUE_SAMPLES, now.samples());
            counters.put(Counters.RECEIVE_QUEUE_BYTES, now.receiveBytes());
            counters.put(Counters.SEND_QUEUE_BYTES, now.sendBytes());
        }
    }

    private void run() {
        try (runQueue) {
            watch();
        }
    }

    /**
     * Adds up by how much the thread woke late. Its own thread calls it, and tests do.
     *
     * @param interval how long it meant to sleep, in nanoseconds
     * @param elapsed how long it took until it ran again, in nanoseconds
     * @param waitedForCpu for how much of that it waited for its turn on a CPU, in nanoseconds
     * @param collected for how long the collector stopped the JVM meanwhile, in nanoseconds
     */
    void woke(long interval, long elapsed, long waitedForCpu, long collected) {
        long delay = elapsed - interval;
        if (delay >= LEAST_DELAY_NANOS) {
            totals = totals.delayed(delay);
        }
        // a stop begins anywhere in the time in which the thread would have slept: in the middle, on average
        long beforeItWasDue = interval / 2;
        long late = delay - waitedForCpu;
        if (late >= LEAST_STALL_NANOS) {
            totals = totals.stalled(late + beforeItWasDue);
        }
        // no pause makes the thread later than the pause is long, so that pauses alone leave nothing
        long lateWithoutCollector = late - collected;
        if (lateWithoutCollector >= LEAST_STALL_NANOS) {
            totals = totals.stopped(lateWithoutCollector + beforeItWasDue);
        }
    }

    private void watch() {
        long waitedForCpu = runQueue.nanos();
        long collected = collectorNanos.getAsLong();
        long last = System.nanoTime();
        for (int n = 1; !closed; n++) {
            long interval = rehearsal.nextNanos();
            LockSupport.parkNanos(this, interval);
            long elapsed = System.nanoTime() - last;
            long waitedUntilNow = runQueue.nanos();
            long collectedUntilNow = collectorNanos.getAsLong();
            woke(interval, elapsed, waitedUntilNow - waitedForCpu, collectedUntilNow - collected);
            waitedForCpu = waitedUntilNow;
            collected = collectedUntilNow;
            if (n % (interval == INTERVAL_NANOS ? QUEUES_EVERY : QUEUES_EVERY_IN_REHEARSAL) == 0) {
                Optional<SocketQueues.Waiting> waiting = queues.waiting();
                waiting.ifPresent(found -> totals = totals.plus(found));
            }
            last = System.nanoTime();
        }
    }
}
