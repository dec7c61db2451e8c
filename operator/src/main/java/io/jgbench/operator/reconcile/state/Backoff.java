package io.jgbench.operator.reconcile.state;

import java.time.Duration;
import java.util.Optional;

/**
 * Why reconciliations of a run fail, and since when.
 *
 * @param failure the reason, empty if none is known
 * @param sinceEpochNanos since when
 * @param hasFailed whether the last reconciliation failed
 */
public record Backoff(Optional<ReconcileFailure> failure, long sinceEpochNanos, boolean hasFailed) {
    /** Nothing has failed. */
    public static final Backoff NONE = new Backoff(Optional.empty(), 0, false);

    /** A reconciliation begins: trouble is over if the one before did not fail. */
    public Backoff tryAgain() {
        return new Backoff(hasFailed ? failure : Optional.empty(), sinceEpochNanos, false);
    }

    /** A reconciliation has failed; without trouble it was a disturbance that passes. */
    public Backoff fail(Optional<ReconcileFailure> found, long nowEpochNanos) {
        long since = found.isPresent() && failure.isEmpty() ? nowEpochNanos : sinceEpochNanos;
        return new Backoff(found.or(() -> failure), since, true);
    }

    /** What is in the way, if it has been for so long. */
    public Optional<ReconcileFailure> lastingFor(Duration time, long nowEpochNanos) {
        return failure.filter(_ -> nowEpochNanos - sinceEpochNanos >= time.toNanos());
    }
}
