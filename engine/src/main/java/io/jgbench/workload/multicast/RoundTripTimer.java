package io.jgbench.workload.multicast;

import io.jgbench.coordination.EpochClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;

/**
 * Times sampled messages of one stream from being handed to the transport until they come back to their own sender, so
 * that one clock suffices. The time a message waits for flow control is part of it. The same messages carry that
 * instant where they have room for it, for others to time them: {@link OneWayTimer}.
 *
 * <p>One thread calls {@link #sent}, another {@link #received}.
 */
final class RoundTripTimer {
    private static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    /**
     * More samples than are in flight with the default interval. Where as many are, no more are taken until the first
     * of them is back: were they written over, those that take longest would be missing.
     */
    private static final int MAX_IN_FLIGHT = 1 << 16;

    private static final long NO_SEQUENCE = -1;

    /** More samples than any run takes. */
    static final long NEVER = Long.MAX_VALUE;

    private final int interval;
    private final long mostBeforeForgotten;
    private final EpochClock clock;
    private final AtomicLongArray sentNanos;

    /** Of whose message the instant is; written after it. */
    private final AtomicLongArray sequences;

    /**
     * The last sampled message that came back, of a stream that keeps its order: what was sent before it and is not
     * back is lost, and needs its place no more.
     */
    private final AtomicLong back = new AtomicLong(NO_SEQUENCE);

    private final Histogram histogram = new Histogram(HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    private long forgottenAfter;

    /**
     * For a stream of {@code messages} messages.
     *
     * @param interval one in this number of messages is timed, at least 1
     * @param mostBeforeForgotten how many samples at most are forgotten again and again, or {@link #NEVER}: the first
     *     one, then twice as many each time. A new histogram executes code that one in use does not execute any more.
     *     If the warm-up forgets samples at times, that code is compiled as well, and if it does so from the first
     *     samples on, all compiled code contains it.
     */
    RoundTripTimer(long messages, int interval, long mostBeforeForgotten, EpochClock clock) {
        this.interval = interval;
        this.mostBeforeForgotten = mostBeforeForgotten;
        this.forgottenAfter = mostBeforeForgotten == NEVER ? NEVER : 1;
        this.clock = clock;
        this.sentNanos = new AtomicLongArray((int) Math.min(messages / interval, MAX_IN_FLIGHT - 1) + 1);
        this.sequences = new AtomicLongArray(sentNanos.length());
        for (int slot = 0; slot < sequences.length(); slot++) {
            sequences.setPlain(slot, NO_SEQUENCE);
        }
    }

    /** The message is about to be handed to the transport. */
    void sent(long sequence, byte[] message) {
        if (sequence % interval == 0) {
            note(sequence, message, clock.epochNanos());
        }
    }

    /** The message is about to be handed to the transport, and was due at this instant, from which its time counts. */
    void sent(long sequence, byte[] message, long dueNanos) {
        if (sequence % interval == 0) {
            note(sequence, message, dueNanos);
        }
    }

    private void note(long sequence, byte[] message, long nanos) {
        int slot = slot(sequence);
        if (sequences.getPlain(slot) <= back.getAcquire()) {
            sequences.setRelease(slot, NO_SEQUENCE);
            sentNanos.setRelease(slot, nanos);
            sequences.setRelease(slot, sequence);
        }
        // whether it is timed here or not: others time it
        if (message.length >= MulticastHeader.STAMPED_BYTES) {
            MulticastHeader.writeStamp(message, 0, nanos);
        }
    }

    /** The message has come back, for the first time. */
    void received(long sequence) {
        if (sequence % interval == 0) {
            int slot = slot(sequence);
            long nanos = clock.epochNanos() - sentNanos.getAcquire(slot);
            boolean isTimed = sequences.getAcquire(slot) == sequence;
            if (sequence > back.getPlain()) {
                back.setRelease(sequence);
            }
            if (!isTimed) {
                return;
            }
            if (histogram.getTotalCount() >= forgottenAfter) {
                histogram.reset();
                forgottenAfter = Math.min(2 * forgottenAfter, mostBeforeForgotten);
            }
            histogram.recordValue(Math.clamp(nanos, 0, HIGHEST_NANOS));
        }
    }

    /** Adds what was recorded to another histogram. */
    void addTo(Histogram total) {
        total.add(histogram);
    }

    /** An empty histogram of the same range and precision. */
    static Histogram emptyHistogram() {
        return new Histogram(HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    }

    private int slot(long sequence) {
        return (int) (sequence / interval % sentNanos.length());
    }
}
