package io.jgbench.operator.reconcile;

import java.time.Duration;
import java.util.Optional;

/** What has been in the way of a run, from one reconciliation that failed to the next, and for how long. */
final class Hindrance {
    private Optional<Trouble> trouble = Optional.empty();
    private long sinceEpochNanos;
    private boolean hasFailed;

    /** A reconciliation begins: trouble is over if the one before did not fail. */
    void triesAgain() {
        if (!hasFailed) {
            trouble = Optional.empty();
        }
        hasFailed = false;
    }

    /** A reconciliation has failed; without trouble it was a disturbance that passes. */
    void failed(Optional<Trouble> found, long nowEpochNanos) {
        hasFailed = true;
        if (found.isPresent()) {
            sinceEpochNanos = trouble.isEmpty() ? nowEpochNanos : sinceEpochNanos;
            trouble = found;
        }
    }

    /** What is in the way, if it has been for so long. */
    Optional<Trouble> lastingFor(Duration time, long nowEpochNanos) {
        return trouble.filter(_ -> nowEpochNanos - sinceEpochNanos >= time.toNanos());
    }
}
