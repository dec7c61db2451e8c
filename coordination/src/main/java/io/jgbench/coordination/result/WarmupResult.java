package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.StatusWarmup.End;
import io.jgbench.coordination.run.MemberStatus;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.spec.Warmup;
import io.jgbench.coordination.steady.Steadiness;
import io.jgbench.coordination.steady.WarmupOutcome;
import io.jgbench.coordination.steady.WarmupProgress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the warm-up took.
 *
 * @param end why it ended
 * @param durationNanos how long that of the slowest member lasted
 * @param unitsPerMember units of work that a member did in it, the mean over the members
 * @param steadiness how steady the members were when it was ended; empty of a fixed one
 */
public record WarmupResult(End end, long durationNanos, long unitsPerMember, Optional<Steadiness> steadiness) {

    /** Refuses nulls. */
    public WarmupResult {
        Objects.requireNonNull(end, "end");
        Objects.requireNonNull(steadiness, "steadiness");
    }

    /** That of a run with this status; empty unless all members have begun one, and it was ended. */
    public static Optional<WarmupResult> of(RunSpec spec, RunStatus status) {
        List<WarmupProgress> members =
                status.members().stream().map(MemberStatus::warmup).toList();
        boolean allBegan = members.stream().allMatch(member -> member.elapsedNanos() > 0);
        Optional<End> end = spec.workload().warmup() instanceof Warmup.Steady
                ? status.warmup().map(WarmupOutcome::end).map(WarmupResult::end)
                : Optional.of(End.FIXED);
        if (!allBegan || end.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new WarmupResult(
                end.get(),
                members.stream().mapToLong(WarmupProgress::elapsedNanos).max().orElse(0),
                Math.round(members.stream()
                        .mapToLong(WarmupProgress::units)
                        .average()
                        .orElse(0)),
                status.warmup().flatMap(WarmupOutcome::steadiness)));
    }

    private static End end(WarmupOutcome.End ended) {
        return switch (ended) {
            case STEADY -> End.STEADY;
            case AT_MOST -> End.AT_MOST;
        };
    }
}
