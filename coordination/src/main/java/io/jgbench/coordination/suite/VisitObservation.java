package io.jgbench.coordination.suite;

import java.util.Objects;

/** What is seen of the visit that is under way. */
public sealed interface VisitObservation {

    /** There is no such run and no digest of it: it was not started yet, or it was lost. */
    record Absent() implements VisitObservation {}

    /** Its run is under way. */
    record UnderWay() implements VisitObservation {}

    /** Its run is over, and no digest of it is stored. */
    record Ended() implements VisitObservation {}

    /**
     * Its digest is stored, whatever is left of its run.
     *
     * @param outcome as the digest says
     * @param durationNanos how long the run took, as the digest says
     */
    record Kept(VisitOutcome outcome, long durationNanos) implements VisitObservation {

        /** Refuses nulls. */
        public Kept {
            Objects.requireNonNull(outcome, "outcome");
        }

        /** What a digest says. */
        public static Kept of(VisitDigest digest) {
            return new Kept(digest.outcome(), Math.max(0, digest.duration().toNanos()));
        }
    }
}
