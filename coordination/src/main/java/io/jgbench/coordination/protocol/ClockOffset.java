package io.jgbench.coordination.protocol;

/**
 * How a member's clock stands to the controller's.
 *
 * @param offsetNanos the member's clock minus the controller's at the same instant
 * @param errorNanos the true offset lies within {@code offsetNanos ± errorNanos}: half the shortest round trip, or
 *     nothing where both follow the same clock
 */
public record ClockOffset(long offsetNanos, long errorNanos) {

    /** Turns an instant of the controller's clock into the member's. */
    public long toMember(long controllerEpochNanos) {
        return controllerEpochNanos + offsetNanos;
    }

    /** Turns an instant of the member's clock into the controller's. */
    public long toController(long memberEpochNanos) {
        return memberEpochNanos - offsetNanos;
    }
}
