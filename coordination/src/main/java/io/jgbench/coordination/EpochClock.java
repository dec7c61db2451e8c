package io.jgbench.coordination;

import java.time.Instant;

/** A monotonic clock whose readings are instants. */
@FunctionalInterface
public interface EpochClock {

    /** Nanoseconds since the Unix epoch. */
    long epochNanos();

    /**
     * The machine's clock: the wall clock as it stands now, carried on by the monotonic clock, so that a step of the
     * wall clock during a run bends no figure.
     */
    static EpochClock system() {
        var now = Instant.now();
        long monotonic = System.nanoTime();
        long epoch = Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1_000_000_000L), now.getNano());
        return () -> epoch + (System.nanoTime() - monotonic);
    }
}
