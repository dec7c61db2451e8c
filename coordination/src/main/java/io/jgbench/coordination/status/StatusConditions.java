package io.jgbench.coordination.status;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The conditions of a run that is over. With repetitions a condition is true only if it is true of each, and where it
 * is not, it speaks of the first repetition that breaks it.
 */
final class StatusConditions {
    private final RepetitionsResult result;
    private final String at;

    StatusConditions(RepetitionsResult result, Instant at) {
        this.result = result;
        this.at = at.toString();
    }

    List<StatusCondition> conditions() {
        return List.of(membersReady(), started(), resultsCollected(), valid(), finished(), succeeded());
    }

    private StatusCondition membersReady() {
        return beforeTheStart()
                .map(why -> condition(
                        ConditionType.MEMBERS_READY, Status.FALSE, why.reason().condition(), why.message()))
                .orElseGet(() -> condition(
                        ConditionType.MEMBERS_READY,
                        Status.TRUE,
                        ConditionReason.ALL_ARMED,
                        "All members have joined and completed their warm-up."));
    }

    private StatusCondition started() {
        return beforeTheStart()
                .map(this::notStarted)
                .or(() -> finding(Finding.Reason.SKEW_ABOVE_LIMIT, Severity.INVALID)
                        .map(apart -> condition(
                                ConditionType.STARTED,
                                Status.FALSE,
                                ConditionReason.SKEW_ABOVE_LIMIT,
                                apart.evidence())))
                .orElseGet(() -> condition(
                        ConditionType.STARTED,
                        Status.TRUE,
                        ConditionReason.RELEASED,
                        finding(Finding.Reason.SKEW_ABOVE_LIMIT, Severity.WARNING)
                                .map(Finding::evidence)
                                .orElseGet(this::howTheyBegan)));
    }

    /** The skew needs a report of each member, which a run that failed later may lack. */
    private String howTheyBegan() {
        return result.runs().stream().allMatch(run -> run.startSkew().isPresent())
                ? "All members began together, within start.maxSkew."
                : "The start was given out to all members; when each began is not known.";
    }

    private StatusCondition notStarted(RunFailure why) {
        return why.reason() == FailureReason.START_TIMEOUT
                ? condition(ConditionType.STARTED, Status.FALSE, ConditionReason.START_TIMEOUT, why.message())
                : condition(
                        ConditionType.STARTED,
                        Status.FALSE,
                        ConditionReason.NOT_RELEASED,
                        "The members got no start instant.");
    }

    private Optional<RunFailure> beforeTheStart() {
        return failures()
                .filter(why -> why.phase().compareTo(RunPhase.ARMED) <= 0)
                .findFirst();
    }

    private Optional<RunFailure> failure() {
        return failures().findFirst();
    }

    /** Those of the repetitions that failed, in their order. */
    private Stream<RunFailure> failures() {
        return result.runs().stream().flatMap(run -> run.failure().stream());
    }

    private StatusCondition resultsCollected() {
        if (result.runs().stream().allMatch(run -> run.members().stream().allMatch(MemberResult::complete))) {
            return condition(
                    ConditionType.RESULTS_COLLECTED,
                    Status.TRUE,
                    ConditionReason.ALL_REPORTED,
                    "Each member reported.");
        }
        var why = failure().map(known -> known.reason().condition()).orElse(ConditionReason.MEMBER_LOST);
        return finding(Finding.Reason.MEMBER_LOST, Severity.INVALID)
                .or(() -> finding(Finding.Reason.PARTIAL_REPORT, Severity.INVALID))
                .map(missing -> condition(ConditionType.RESULTS_COLLECTED, Status.FALSE, why, missing.evidence()))
                .orElseGet(() ->
                        condition(ConditionType.RESULTS_COLLECTED, Status.FALSE, why, "Not all members reported."));
    }

    private StatusCondition valid() {
        return firstInvalidating()
                .map(finding -> condition(ConditionType.VALID, Status.FALSE, finding.reason(), finding.evidence()))
                .orElseGet(() -> condition(
                        ConditionType.VALID,
                        Status.TRUE,
                        ConditionReason.NOTHING_INVALIDATES,
                        "No finding invalidates the figures."));
    }

    private StatusCondition finished() {
        return failures()
                .filter(why -> why.reason().condition().endsEarly())
                .findFirst()
                .map(why -> condition(
                        ConditionType.FINISHED, Status.TRUE, why.reason().condition(), why.message()))
                .orElseGet(() -> condition(
                        ConditionType.FINISHED,
                        Status.TRUE,
                        ConditionReason.COMPLETED,
                        failure().map(RunFailure::message).orElse("The run completed.")));
    }

    private StatusCondition succeeded() {
        if (!result.completed()) {
            return condition(
                    ConditionType.SUCCEEDED,
                    Status.FALSE,
                    ConditionReason.FAILED,
                    failure()
                            .map(RunFailure::message)
                            .or(() -> firstInvalidating().map(Finding::evidence))
                            .orElse("The run did not complete."));
        }
        return result.valid()
                ? condition(
                        ConditionType.SUCCEEDED,
                        Status.TRUE,
                        ConditionReason.PASSED,
                        "The run completed and its result is valid.")
                : condition(
                        ConditionType.SUCCEEDED,
                        Status.FALSE,
                        ConditionReason.INVALID,
                        firstInvalidating().map(Finding::evidence).orElseThrow());
    }

    private Optional<Finding> firstInvalidating() {
        return result.runs().stream()
                .flatMap(run -> run.verdict().firstInvalidating().stream())
                .findFirst();
    }

    private Optional<Finding> finding(Finding.Reason reason, Severity severity) {
        return result.runs().stream()
                .flatMap(run -> run.verdict().findings().stream())
                .filter(finding -> finding.reason() == reason && finding.severity() == severity)
                .findFirst();
    }

    private StatusCondition condition(ConditionType type, Status status, ReasonWord reason, String message) {
        return StatusCondition.of(type, status, null, at, reason, message);
    }
}
