package io.jgbench.workload.messagebus;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.workload.messagebus.MessageBusReport.Received;
import io.jgbench.workload.MissingSequences;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a member sees of one stream of another: which messages came and in which order.
 *
 * <p>{@link #receive} is called by one thread at a time, as is {@link #end}; the counters can be read by any.
 */
final class InStream {
    private static final long UNKNOWN = -1;
    private static final int FIRST_PAGES = 1 << 20;

    private final EpochClock clock;
    private final AtomicLong received = new AtomicLong();

    private boolean adopting;
    private long before;
    private volatile long next;
    private volatile long duplicated;
    private volatile long reordered;
    private volatile long expected = UNKNOWN;
    private volatile long firstNanos;
    private volatile long lastNanos;
    private MissingSequences missing;

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
        long following = next;
        long sequence = BusHeader.sequence(header, following);
        if (sequence != following && !outOfOrder(sequence, following)) {
            return false;
        }
        if (sequence >= following) {
            next = sequence + 1;
        }
        long count = received.getPlain() + 1;
        if (count == 1) {
            adopting = false;
            firstNanos = clock.epochNanos();
        }
        received.setOpaque(count);
        if (count == expected) {
            lastNanos = clock.epochNanos();
        }
        return true;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private boolean outOfOrder(long sequence, long following) {
        if (adopting) {
            before = sequence;
            return true;
        }
        if (sequence > following) {
            if (missing == null) {
                missing = new MissingSequences(FIRST_PAGES);
            }
            missing.addRange(following - before, sequence - before);
            return true;
        }
        if (missing != null && sequence >= before && missing.remove(sequence - before)) {
            reordered++;
            return true;
        }
        duplicated++;
        return false;
    }

    /** The sender says how many it has sent; it may say it again. */
    void end(long header) {
        if (expected == UNKNOWN) {
            lastNanos = clock.epochNanos();
            expected = BusHeader.sequence(header, next) - before;
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
        long known = Math.max(expected, next - before);
        return Math.max(0, known - received());
    }

    long duplicated() {
        return duplicated;
    }

    long reordered() {
        return reordered;
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
        return new Received(from, arrived + lost, arrived, lost, duplicated, reordered, isEnded());
    }
}
