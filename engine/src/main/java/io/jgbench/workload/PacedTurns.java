package io.jgbench.workload;

import io.jgbench.coordination.EpochClock;
import io.jgbench.measure.Pace;
import java.util.function.BooleanSupplier;

/** Lets one thread of an open loop hand over each unit when it is due, and notes how late that is. */
public final class PacedTurns {
    /** What is returned where no more is to be handed over. */
    public static final long ENDED = Long.MIN_VALUE;

    private final Pace pace;
    private final Lateness.OfThread lateness;
    private final EpochClock clock;
    private final BooleanSupplier ended;

    /**
     * Turns of a pace that is begun before the first one.
     *
     * @param enough ends the waiting for a turn
     */
    public PacedTurns(Pace pace, Lateness lateness, EpochClock clock, EndSignal enough) {
        this.pace = pace;
        this.lateness = lateness.ofThread();
        this.clock = clock;
        this.ended = enough::isGiven;
    }

    /** Sets when the first unit is due. */
    public void begin(long epochNanos) {
        pace.begin(epochNanos);
    }

    /** Waits until the unit after a number of others is due, and returns when that is, or {@link #ENDED}. */
    public long await(long unitsBefore) throws InterruptedException {
        long due = pace.dueNanos(unitsBefore);
        long now = clock.epochNanos();
        boolean isFree = now < due;
        if (isFree) {
            now = pace.awaitInstant(due, ended);
        }
        if (ended.getAsBoolean()) {
            return ENDED;
        }
        lateness.handsOver(due, isFree, now);
        return due;
    }

    /** Time is over before the unit after a number of others is handed over, which may have been due. */
    public void leaves(long unitsBefore) {
        lateness.leaves(pace.dueNanos(unitsBefore), clock.epochNanos());
    }

    /** The thread hands over nothing more. */
    public void ended() {
        lateness.ended();
    }
}
