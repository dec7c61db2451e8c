package io.jgbench.operator.reconcile;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Since when the pods of a run are waited for to end.
 *
 * @param sinceEpochNanos empty if they are not yet
 */
record Ending(OptionalLong sinceEpochNanos) {
    static final Ending NOT_YET = new Ending(OptionalLong.empty());

    /** They are waited for; from now on if they were not before. */
    Ending at(long nowEpochNanos) {
        return sinceEpochNanos.isPresent() ? this : new Ending(OptionalLong.of(nowEpochNanos));
    }

    /** For how long they have been waited for. */
    Duration lasting(long nowEpochNanos) {
        return sinceEpochNanos.isPresent()
                ? Duration.ofNanos(nowEpochNanos - sinceEpochNanos.getAsLong())
                : Duration.ZERO;
    }
}
