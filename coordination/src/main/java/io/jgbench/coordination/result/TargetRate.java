package io.jgbench.coordination.result;

/**
 * A rate that a run asked its senders or callers for.
 *
 * @param perSecond units of work or bytes a second, more than 0
 */
public record TargetRate(double perSecond) {
    private static final double LEAST_SHARE_KEPT = 0.95;

    /** Whether who did so much offered another load than was asked for. */
    public boolean isMissedBy(double measuredPerSecond) {
        return measuredPerSecond < perSecond * LEAST_SHARE_KEPT;
    }
}
