package io.jgbench.coordination.protocol;

/**
 * What asking a member for its clock has told.
 *
 * @param offset how it stands to the controller's
 * @param longestRoundTripNanos how long the slowest exchange took: what a message to the member may take at this time
 */
public record ClockMeasurement(ClockOffset offset, long longestRoundTripNanos) {}
