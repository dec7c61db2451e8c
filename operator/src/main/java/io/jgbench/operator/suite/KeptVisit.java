package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitObservation.Kept;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.VisitRecord;
import java.time.Instant;
import java.util.Optional;

/**
 * What is remembered of a visit whose digest is stored.
 *
 * @param record which visit it was, and what it came to
 * @param start when its run was begun
 * @param completion when its run was over
 * @param unitsPerSecond the mean of the members' rates, where the digest has it
 * @param bytesPerSecond the payload that goes with it
 * @param stackHash of the stack that it was measured with, where the digest has it
 * @param bottleneck what held the rate, where the digest has it
 */
record KeptVisit(
        VisitRecord record,
        Instant start,
        Instant completion,
        Optional<Double> unitsPerSecond,
        Optional<Double> bytesPerSecond,
        Optional<String> stackHash,
        Optional<BottleneckType> bottleneck) {

    static KeptVisit of(VisitDigest digest) {
        Kept kept = Kept.of(digest);
        return new KeptVisit(
                new VisitRecord(digest.visit(), kept.outcome(), kept.durationNanos()),
                digest.startTime(),
                digest.completionTime(),
                Optional.ofNullable(digest.figures().get(VisitDigest.UNITS_PER_SECOND)),
                Optional.ofNullable(digest.figures().get(VisitDigest.BYTES_PER_SECOND)),
                digest.stackHash(),
                digest.bottleneck().map(VisitDigest.Bottleneck::type));
    }

    VisitId visit() {
        return record.visit();
    }

    boolean isValid() {
        return record.outcome() == VisitOutcome.VALID;
    }
}
