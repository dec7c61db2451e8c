package io.jgbench.coordination;

import java.time.Instant;
import java.util.Optional;

/** A monotonic clock whose readings are instants. */
@FunctionalInterface
public interface EpochClock {

    /** Nanoseconds since the Unix epoch. */
    long epochNanos();

    /** The same as an instant. */
    default Instant instant() {
        return Instant.EPOCH.plusNanos(epochNanos());
    }

    /** What it follows; empty where that is a clock of its own. */
    default Optional<ClockOrigin> origin() {
        return Optional.empty();
    }

    /**
     * The machine's clock: the wall clock as it stands now, carried on by the monotonic clock, so that a step of the
     * wall clock during a run bends no figure.
     */
    static EpochClock system() {
        return SystemClock.startingNow();
    }
}
