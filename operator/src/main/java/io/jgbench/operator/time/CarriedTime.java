package io.jgbench.operator.time;

import java.time.Instant;

/**
 * An instant of the wall clock, carried on by the steady clock: times that are published as the wall clock's, and
 * between which no step of it lies.
 *
 * @param wall the instant
 * @param steadyNanos what the steady clock said at it, in nanoseconds
 */
public record CarriedTime(Instant wall, long steadyNanos) {

    /**
     * What the wall clock would say now if it had not been set since.
     *
     * @param nowSteadyNanos what the steady clock says now, in nanoseconds
     */
    public Instant at(long nowSteadyNanos) {
        return wall.plusNanos(nowSteadyNanos - steadyNanos);
    }
}
