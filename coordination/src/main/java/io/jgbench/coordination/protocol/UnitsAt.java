package io.jgbench.coordination.protocol;

/**
 * How many units of work a member had done of the measured part at an instant.
 *
 * @param epochNanos the instant, on the member's clock
 * @param units units done by then; see {@link io.jgbench.coordination.spec.WorkloadSpec#unitOfWork}
 */
public record UnitsAt(long epochNanos, long units) {}
