package io.jgbench.workload.multicast;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.multicast.MulticastReport.StreamReport;
import io.jgbench.measure.SequenceTracker;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one receiver sees of one stream: which messages came, in which order, when the first and the last one did.
 *
 * <p>{@link #receive} and {@link #end} are called by one thread at a time, each call happening before the next; all
 * else by any. A reader sees everything that was written up to the last message in its count: the count is written
 * last, with release, and read first, with acquire.
 */
final class StreamReceiver {
    /** How many messages a stream has of which only its sender can tell. */
    static final long UNKNOWN = Long.MAX_VALUE;

    /** How often a message is timed that is neither the first nor the last. */
    private static final int TIMED_INTERVAL = 1024;

    private final boolean reliable;
    private final EpochClock clock;
    private final SequenceTracker numbers = new SequenceTracker();
    private final AtomicLong received = new AtomicLong();

    private long nextTimed = 1;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos;
    private volatile long expected;
    private volatile boolean ended;

    /**
     * For a stream.
     *
     * @param expected how many messages it has, or {@link #UNKNOWN} until its sender tells
     * @param reliable whether the last message can be known by counting; where not, each arrival is timed, as any may
     *     turn out to have been the last
     */
    StreamReceiver(long expected, boolean reliable, EpochClock clock) {
        this.expected = expected;
        this.reliable = reliable;
        this.clock = clock;
    }

    /** Takes a message in; false if it had come before or is none of this stream. */
    boolean receive(long sequence) {
        if (sequence >= expected || !numbers.arrived(sequence)) {
            return false;
        }
        long count = received.getPlain() + 1;
        if (count >= nextTimed || numbers.hadGaps()) {
            time(count);
        }
        publish(count);
        return true;
    }

    /**
     * Reads the clock, and not only for the first and the last message. The JVM compiles a branch that was taken once
     * as one that is never taken. Taking it at the first measured message would discard the warmed-up code.
     */
    private void time(long count) {
        lastNanos = clock.epochNanos();
        firstNanos = Math.min(firstNanos, lastNanos);
        nextTimed = reliable ? Math.min(count + TIMED_INTERVAL, Math.max(count + 1, expected)) : count + 1;
    }

    /** Lets readers see what was written so far; on x86 no more than a store. */
    private void publish(long count) {
        received.setRelease(count);
    }

    /**
     * The sender says that it has sent all; what has not come by then may still come, but nothing new is sent.
     *
     * @param sent how many that were; {@link MulticastHeader#NOT_ENDED} says that they are not all
     */
    void end(long sent) {
        if (!ended && sent != MulticastHeader.NOT_ENDED) {
            boolean lastIsUntimed =
                    reliable && !numbers.hadGaps() && received() > 1 && (expected == UNKNOWN || !isComplete());
            if (lastIsUntimed) {
                lastNanos = clock.epochNanos();
                publish(received.getPlain());
            }
            if (expected == UNKNOWN) {
                expected = sent;
            }
            ended = true;
        }
    }

    boolean isComplete() {
        return received() == expected;
    }

    boolean isEnded() {
        return ended;
    }

    /** Whether anything is known of this stream at all. */
    boolean isKnown() {
        return ended || received() > 0;
    }

    /** How many messages it has; {@link #UNKNOWN} as long as its sender has not told. */
    long expected() {
        return expected;
    }

    long received() {
        return received.getAcquire();
    }

    /** When the first message came, 0 if none did. */
    long firstNanos() {
        return received() > 0 ? firstNanos : 0;
    }

    /** When the last message came, 0 if none did. */
    long lastNanos() {
        return received() > 0 ? lastNanos : 0;
    }

    StreamReport report(int sender, int stream) {
        long arrived = received();
        long known = expected == UNKNOWN ? Math.max(arrived, numbers.next()) : expected;
        return new StreamReport(
                sender, stream, known, arrived, known - arrived, numbers.duplicate(), numbers.reordered());
    }
}
