package io.jgbench.coordination.suite;

import io.jgbench.coordination.spec.Checks;
import java.util.Objects;

/**
 * A visit whose digest is stored.
 *
 * @param visit which one
 * @param outcome what it came to
 * @param durationNanos how long its run took in all
 */
public record VisitRecord(VisitId visit, VisitOutcome outcome, long durationNanos) {

    /** Refuses nulls and a negative duration. */
    public VisitRecord {
        Objects.requireNonNull(visit, "visit");
        Objects.requireNonNull(outcome, "outcome");
        Checks.atLeast("durationNanos", 0, durationNanos);
    }

    /** What a digest says. */
    public static VisitRecord of(VisitDigest digest) {
        return new VisitRecord(
                digest.visit(), digest.outcome(), Math.max(0, digest.duration().toNanos()));
    }
}
