package io.jgbench.operator.reconcile;

import java.time.Duration;
import java.util.Optional;

/**
 * What has been in the way of a run, from one reconciliation that failed to the next, and for how long.
 *
 * @param trouble what it is
 * @param sinceEpochNanos since when
 * @param hasFailed whether the last reconciliation failed
 */
record Hindrance(Optional<Trouble> trouble, long sinceEpochNanos, boolean hasFailed) {
    static final Hindrance NONE = new Hindrance(Optional.empty(), 0, false);

    /** A reconciliation begins: trouble is over if the one before did not fail. */
    Hindrance tryAgain() {
        return new Hindrance(hasFailed ? trouble : Optional.empty(), sinceEpochNanos, false);
    }

    /** A reconciliation has failed; without trouble it was a disturbance that passes. */
    Hindrance fail(Optional<Trouble> found, long nowEpochNanos) {
        long since = found.isPresent() && trouble.isEmpty() ? nowEpochNanos : sinceEpochNanos;
        return new Hindrance(found.or(() -> trouble), since, true);
    }

    /** What is in the way, if it has been for so long. */
    Optional<Trouble> lastingFor(Duration time, long nowEpochNanos) {
        return trouble.filter(_ -> nowEpochNanos - sinceEpochNanos >= time.toNanos());
    }
}
