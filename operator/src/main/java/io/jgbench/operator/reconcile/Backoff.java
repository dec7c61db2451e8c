package io.jgbench.operator.reconcile;

import java.time.Duration;
import java.util.Optional;

/**
 * Why reconciliations of a run fail, and since when.
 *
 * @param failure the reason, empty if none is known
 * @param sinceEpochNanos since when
 * @param hasFailed whether the last reconciliation failed
 */
record Backoff(Optional<ReconcileFailure> failure, long sinceEpochNanos, boolean hasFailed) {
    static final Backoff NONE = new Backoff(Optional.empty(), 0, false);

    /** A reconciliation begins: trouble is over if the one before did not fail. */
    Backoff tryAgain() {
        return new Backoff(hasFailed ? failure : Optional.empty(), sinceEpochNanos, false);
    }

    /** A reconciliation has failed; without trouble it was a disturbance that passes. */
    Backoff fail(Optional<ReconcileFailure> found, long nowEpochNanos) {
        long since = found.isPresent() && failure.isEmpty() ? nowEpochNanos : sinceEpochNanos;
        return new Backoff(found.or(() -> failure), since, true);
    }

    /** What is in the way, if it has been for so long. */
    Optional<ReconcileFailure> lastingFor(Duration time, long nowEpochNanos) {
        return failure.filter(_ -> nowEpochNanos - sinceEpochNanos >= time.toNanos());
    }
}
