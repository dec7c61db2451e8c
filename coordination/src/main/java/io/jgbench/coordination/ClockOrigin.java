package io.jgbench.coordination;

/**
 * What a clock is carried on from.
 *
 * @param hostClock names the monotonic clock which it follows; clocks that follow the same one never drift apart
 * @param epochNanos what the clock shows, in nanoseconds since the Unix epoch, when that monotonic clock shows zero
 */
public record ClockOrigin(String hostClock, long epochNanos) {}
