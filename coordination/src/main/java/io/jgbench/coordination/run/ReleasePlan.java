package io.jgbench.coordination.run;

/**
 * The start instant that was given out.
 *
 * @param startAtEpochNanos the instant, on the controller's clock
 * @param attempt 1 for the first; higher when an instant passed without having reached any member
 */
public record ReleasePlan(long startAtEpochNanos, int attempt) {}
