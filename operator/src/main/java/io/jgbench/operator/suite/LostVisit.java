package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.DigestOf;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.operator.kubernetes.RunRef;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** The digest of a visit whose run is over and left none: it never began, or what it measured was lost. */
final class LostVisit {
    private LostVisit() {}

    /**
     * Made of the run's status.
     *
     * @param why why there is no digest where the status says of the run that it came to its end
     */
    static VisitDigest digest(String suite, Cell cell, VisitId visit, BenchmarkRun run, String why) {
        BenchmarkRunStatus status = run.getStatus();
        Instant created = Instant.parse(run.getMetadata().getCreationTimestamp());
        Optional<Instant> begun =
                Optional.ofNullable(status.startTime()).map(Instant::parse).filter(created::isBefore);
        Instant completion = Optional.ofNullable(status.completionTime())
                .map(Instant::parse)
                .filter(begun.orElse(created)::isBefore)
                .orElse(begun.orElse(created));
        // one that never began has taken no time: what it waited for its nodes is none of the suite's budget
        Instant start = begun.orElse(completion);
        return DigestOf.withoutResult(suite, cell, visit, RunRef.of(run).runId(), start, completion, failure(run, why));
    }

    private static VisitDigest.Failure failure(BenchmarkRun run, String why) {
        if (!run.hasReason(ConditionType.SUCCEEDED, ConditionReason.FAILED)) {
            return new VisitDigest.Failure(ConditionReason.EVIDENCE_LOST.label(), why);
        }
        String reason = Arrays.stream(ConditionType.values())
                .flatMap(type -> run.condition(type).stream())
                .filter(LostVisit::saysWhy)
                .map(StatusCondition::reason)
                .findFirst()
                .orElse(ConditionReason.FAILED.label());
        return new VisitDigest.Failure(
                reason, run.condition(ConditionType.SUCCEEDED).orElseThrow().message());
    }

    private static boolean saysWhy(StatusCondition condition) {
        return condition.status() == Status.FALSE
                && condition.warns()
                && !condition.isFor(ConditionReason.NEVER_BEGUN)
                && !condition.isFor(ConditionReason.NOT_BEGUN);
    }
}
