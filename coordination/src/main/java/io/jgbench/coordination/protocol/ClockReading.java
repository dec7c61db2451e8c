package io.jgbench.coordination.protocol;

/**
 * What a member answers when it is asked for its clock.
 *
 * @param epochNanos the member's clock while it answered, in nanoseconds since the Unix epoch
 */
public record ClockReading(long epochNanos) {}
