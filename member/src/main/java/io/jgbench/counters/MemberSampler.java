package io.jgbench.counters;

import io.jgbench.coordination.protocol.Counters;
import io.jgbench.measure.Rehearsal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread with next to nothing to do that notices when it is not let run: each {@value #INTERVAL_MILLIS} ms, and each
 * {@value #REHEARSAL_MILLIS} ms in its {@link Rehearsal}, it looks how much later it is than it meant to be. What stops
 * it stops all threads of the process (a collector, a stopped process, a limit on CPU time). The time for which it
 * waited for its turn on a CPU does not count: that is the host, which lets all wait. Less than {@value
 * #LEAST_STALL_MILLIS} ms does not count either. Apart from that it adds up by how much it was late in all, whatever
 * the reason. Each {@value #QUEUES_EVERY} times it also adds up what waits in the member's sockets, seldom enough to
 * take less than 1 % of a core.
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
    private final Rehearsal rehearsal =
            new Rehearsal(Duration.ofMillis(REHEARSAL_MILLIS), Duration.ofMillis(INTERVAL_MILLIS));
    private volatile boolean begun;
    private volatile boolean closed;
    private volatile Totals totals = new Totals(0, 0, 0, 0, 0);

    MemberSampler(SocketQueues queues, RunQueueWait runQueue) {
        this.queues = queues;
        this.runQueue = runQueue;
    }

    /** Only one thread writes them, and others see them whole. */
    private record Totals(long stalledNanos, long delayedNanos, long samples, long receiveBytes, long sendBytes) {

        private Totals stalled(long nanos) {
            return new Totals(stalledNanos + nanos, delayedNanos, samples, receiveBytes, sendBytes);
        }

        private Totals delayed(long nanos) {
            return new Totals(stalledNanos, delayedNanos + nanos, samples, receiveBytes, sendBytes);
        }

        private Totals plus(SocketQueues.Waiting waiting) {
            return new Totals(
                    stalledNanos,
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

    /** By how much it was late since it began to sample. */
    long delayedNanos() {
        return totals.delayedNanos();
    }

    void addTo(Map<String, Long> counters) {
        if (begun) {
            var now = totals;
            counters.put(Counters.STALLED_NANOS, now.stalledNanos());
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

    private void noteDelay(long nanos) {
        if (nanos >= LEAST_DELAY_NANOS) {
            totals = totals.delayed(nanos);
        }
    }

    private void watch() {
        long waitedForCpu = runQueue.nanos();
        long last = System.nanoTime();
        for (int n = 1; !closed; n++) {
            long interval = rehearsal.nextNanos();
            LockSupport.parkNanos(this, interval);
            long elapsed = System.nanoTime() - last;
            long waitedUntilNow = runQueue.nanos();
            noteDelay(elapsed - interval);
            long late = elapsed - interval - (waitedUntilNow - waitedForCpu);
            waitedForCpu = waitedUntilNow;
            if (late >= LEAST_STALL_NANOS) {
                // a stop begins anywhere in the time in which the thread would have slept: in the middle, on average
                totals = totals.stalled(late + interval / 2);
            }
            if (n % (interval == INTERVAL_NANOS ? QUEUES_EVERY : QUEUES_EVERY_IN_REHEARSAL) == 0) {
                Optional<SocketQueues.Waiting> waiting = queues.waiting();
                waiting.ifPresent(found -> totals = totals.plus(found));
            }
            last = System.nanoTime();
        }
    }
}
