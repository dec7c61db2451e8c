package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import io.jgbench.measure.SequenceTracker;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a member sees of one stream of another: which messages came and in which order.
 *
 * <p>{@link #receive} is called by one thread at a time, as is {@link #end}; the counters can be read by any.
 */
final class InStream {
    private static final long UNKNOWN = -1;

    private final EpochClock clock;
    private final AtomicLong received = new AtomicLong();

    /** Of the messages from the first that counts on. */
    private final SequenceTracker numbers = new SequenceTracker();

    private boolean adopting;
    private long before;
    private volatile long expected = UNKNOWN;
    private volatile long firstNanos;
    private volatile long lastNanos;

    /**
     * Of which nothing has come.
     *
     * @param fromAnywhere whether the first message that comes counts as the stream's first, whatever its number
     */
    InStream(EpochClock clock, boolean fromAnywhere) {
        this.clock = clock;
        this.adopting = fromAnywhere;
    }

    /** Takes a message in; false if it had come before. */
    boolean receive(long header) {
        long sequence = sequence(header);
        if (adopting) {
            adopting = false;
            before = sequence;
        }
        if (!numbers.arrived(sequence - before)) {
            return false;
        }
        long count = received.getPlain() + 1;
        if (count == 1) {
            firstNanos = clock.epochNanos();
        }
        received.setOpaque(count);
        if (count == expected) {
            lastNanos = clock.epochNanos();
        }
        return true;
    }

    private long sequence(long header) {
        return BusHeader.sequence(header, before + numbers.next());
    }

    /** The sender says how many it has sent; it may say it again. */
    void end(long header) {
        if (expected == UNKNOWN) {
            lastNanos = clock.epochNanos();
            expected = sequence(header) - before;
        }
    }

    boolean isEnded() {
        return expected != UNKNOWN;
    }

    boolean isComplete() {
        return expected == received();
    }

    long received() {
        return received.getOpaque();
    }

    /** What has not come of that which is known to have been sent. */
    long missing() {
        long known = Math.max(expected, numbers.next());
        return Math.max(0, known - received());
    }

    long duplicated() {
        return numbers.duplicate();
    }

    long reordered() {
        return numbers.reordered();
    }

    /** When the first message came, 0 if none did. */
    long firstNanos() {
        return firstNanos;
    }

    /**
     * When it had all come: when its sender had said how many there were, or when the last of them came if that was
     * later; 0 as long as the sender has not said it.
     */
    long lastNanos() {
        return lastNanos;
    }

    /** As a report has it. */
    Received report(int from) {
        long arrived = received();
        long lost = missing();
        return new Received(from, arrived + lost, arrived, lost, duplicated(), reordered(), isEnded());
    }
}
