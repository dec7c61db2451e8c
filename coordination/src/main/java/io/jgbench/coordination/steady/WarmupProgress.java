package io.jgbench.coordination.steady;

import java.util.Objects;
import java.util.Optional;

/**
 * How far a member's warm-up has come.
 *
 * @param elapsedNanos since it began, until it was over
 * @param units units of work done since then
 * @param pace how fast it was lately; empty as long as it has not lasted {@link SteadyRule#SPAN} twice
 */
public record WarmupProgress(long elapsedNanos, long units, Optional<Pace> pace) {

    /** Of a member that has just begun. */
    public static final WarmupProgress NONE = new WarmupProgress(0, 0, Optional.empty());

    /** Refuses nulls. */
    public WarmupProgress {
        Objects.requireNonNull(pace, "pace");
    }

    /** Units of work a second since the start. */
    public double unitsPerSecond() {
        return elapsedNanos <= 0 ? 0 : units * 1e9 / elapsedNanos;
    }

    /**
     * A member's last two spans, each of {@link SteadyRule#SPAN}.
     *
     * @param unitsPerSecond in the last one
     * @param earlierUnitsPerSecond in the one before
     * @param compilerShare CPU time of the just-in-time compilers over the length of the span, in that of the two in
     *     which it was higher; more than 1 where several threads compiled at once
     */
    public record Pace(double unitsPerSecond, double earlierUnitsPerSecond, double compilerShare) {}
}
