package io.jgbench.messagebustest;

import io.jgbench.coordination.EpochClock;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** How long one peer has owed a response without sending any. One thread asks, many times a second. */
final class UnansweredTime {
    /** Who has not asked for longer has stood still itself, as the peer's answers to it may have. */
    private static final long LONGEST_GAP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier answers;
    private final BooleanSupplier owed;
    private final EpochClock clock;
    private long answered;
    private long askedNanos;
    private long silentNanos;

    /**
     * Begins with this moment.
     *
     * @param answers a number that grows with the peer's answers
     * @param owed whether the peer is to answer something, and has not
     */
    UnansweredTime(LongSupplier answers, BooleanSupplier owed, EpochClock clock) {
        this.answers = answers;
        this.owed = owed;
        this.clock = clock;
        this.answered = answers.getAsLong();
        this.askedNanos = clock.epochNanos();
    }

    /** How long it is now. */
    long nanos() {
        long now = clock.epochNanos();
        long current = answers.getAsLong();
        boolean silent = current == answered && owed.getAsBoolean();
        silentNanos = silent ? silentNanos + Math.min(now - askedNanos, LONGEST_GAP_NANOS) : 0;
        answered = current;
        askedNanos = now;
        return silentNanos;
    }
}
