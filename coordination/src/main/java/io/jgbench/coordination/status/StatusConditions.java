package io.jgbench.coordination.status;

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

/**
 * The conditions of a run that is over. With repetitions a condition is true only if it is true of each, and where it is
 * not, it speaks of the first repetition that breaks it.
 */
final class StatusConditions {
    private final RepetitionsResult result;
    private final String at;
    private final Optional<RunFailure> failure;

    StatusConditions(RepetitionsResult result, Instant at) {
        this.result = result;
        this.at = at.toString();
        this.failure =
                result.runs().stream().flatMap(run -> run.failure().stream()).findFirst();
    }

    List<StatusCondition> conditions() {
        return List.of(membersReady(), started(), resultsCollected(), valid(), finished(), succeeded());
    }

    private StatusCondition membersReady() {
        return failure.filter(why -> why.phase().compareTo(RunPhase.ARMED) <= 0)
                .map(why -> condition("MembersReady", Status.FALSE, why.reason().toString(), why.message()))
                .orElseGet(() -> condition(
                        "MembersReady", Status.TRUE, "AllArmed", "All members saw each other and were armed."));
    }

    private StatusCondition started() {
        if (failure.filter(why -> why.phase().compareTo(RunPhase.ARMED) <= 0).isPresent()) {
            return failure.get().reason() == FailureReason.START_TIMEOUT
                    ? condition(
                            "Started",
                            Status.FALSE,
                            "StartTimeout",
                            failure.get().message())
                    : condition("Started", Status.FALSE, "NotReleased", "The members were never released.");
        }
        return finding(Finding.Reason.SKEW_ABOVE_LIMIT)
                .map(apart -> condition("Started", Status.FALSE, "SkewAboveLimit", apart.evidence()))
                .orElseGet(() -> condition(
                        "Started", Status.TRUE, "Released", "All members began together, within start.maxSkew."));
    }

    private StatusCondition resultsCollected() {
        if (result.runs().stream().allMatch(run -> run.members().stream().allMatch(MemberResult::complete))) {
            return condition("ResultsCollected", Status.TRUE, "AllReported", "Each member reported.");
        }
        var why = failure.map(known -> known.reason().toString()).orElse("MemberLost");
        return finding(Finding.Reason.MEMBER_LOST)
                .or(() -> finding(Finding.Reason.PARTIAL_REPORT))
                .map(missing -> condition("ResultsCollected", Status.FALSE, why, missing.evidence()))
                .orElseGet(() -> condition("ResultsCollected", Status.FALSE, why, "Not all members reported."));
    }

    private StatusCondition valid() {
        return firstInvalidating()
                .map(finding ->
                        condition("Valid", Status.FALSE, finding.reason().label(), finding.evidence()))
                .orElseGet(() ->
                        condition("Valid", Status.TRUE, "NothingInvalidates", "No finding invalidates the figures."));
    }

    private StatusCondition finished() {
        var reason = failure.map(RunFailure::reason)
                .filter(why -> why == FailureReason.DEADLINE_EXCEEDED || why == FailureReason.CANCELLED)
                .map(FailureReason::toString)
                .orElse("Completed");
        return condition(
                "Finished",
                Status.TRUE,
                reason,
                failure.map(RunFailure::message).orElse("The run came to its end."));
    }

    private StatusCondition succeeded() {
        if (!result.completed()) {
            return condition(
                    "Succeeded",
                    Status.FALSE,
                    "Failed",
                    failure.map(RunFailure::message)
                            .or(() -> firstInvalidating().map(Finding::evidence))
                            .orElse("The run did not come to its end."));
        }
        return result.valid()
                ? condition("Succeeded", Status.TRUE, "Passed", "The run came to its end and is valid.")
                : condition(
                        "Succeeded",
                        Status.FALSE,
                        "Invalid",
                        firstInvalidating().map(Finding::evidence).orElseThrow());
    }

    private Optional<Finding> firstInvalidating() {
        return result.runs().stream()
                .flatMap(run -> run.verdict().firstInvalidating().stream())
                .findFirst();
    }

    private Optional<Finding> finding(Finding.Reason reason) {
        return result.runs().stream()
                .flatMap(run -> run.verdict().findings().stream())
                .filter(finding -> finding.reason() == reason && finding.severity() == Finding.Severity.INVALIDATES)
                .findFirst();
    }

    private StatusCondition condition(String type, Status status, String reason, String message) {
        return new StatusCondition(type, status, null, at, reason, message);
    }
}
