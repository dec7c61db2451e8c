package io.jgbench.coordination.protocol;

/**
 * What asking a member for its clock has told.
 *
 * @param offset how it stands to the controller's
 * @param longestRoundTripNanos how long the slowest exchange took: what a message to the member may take at this time
 * @param epochNanos the instant that the offset belongs to, on the controller's clock
 */
public record ClockMeasurement(ClockOffset offset, long longestRoundTripNanos, long epochNanos) {}
