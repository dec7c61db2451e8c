package io.jgbench.operator.reconcile.state;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Since when the operator waits for a run's pods to end.
 *
 * @param sinceEpochNanos empty if they are not yet
 * @param isRefusalSaid whether it is logged that one of them could not be told to end
 */
public record PodTermination(OptionalLong sinceEpochNanos, boolean isRefusalSaid) {
    /**
     * A lost node never reports that its pods are gone, so its Lease is not kept without a limit. It counts from when
     * this operator began to wait: no other one may have told the pods to end before.
     */
    public static final Duration PODS_END_WITHIN = Duration.ofSeconds(60);

    /** No pod was told to end. */
    public static final PodTermination NOT_YET = new PodTermination(OptionalLong.empty(), false);

    /** They are waited for; from now on if they were not before. */
    public PodTermination at(long nowEpochNanos) {
        return sinceEpochNanos.isPresent() ? this : new PodTermination(OptionalLong.of(nowEpochNanos), isRefusalSaid);
    }

    /** It is logged that one could not be told to end. */
    public PodTermination refusalSaid() {
        return new PodTermination(sinceEpochNanos, true);
    }

    /** Whether pods that have not ended may still do so in time. */
    public boolean isWorthWaiting(long nowEpochNanos) {
        return lasting(nowEpochNanos).compareTo(PODS_END_WITHIN) < 0;
    }

    /** For how long they have been waited for. */
    public Duration lasting(long nowEpochNanos) {
        return sinceEpochNanos.isPresent()
                ? Duration.ofNanos(nowEpochNanos - sinceEpochNanos.getAsLong())
                : Duration.ZERO;
    }
}
