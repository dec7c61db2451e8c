package io.jgbench.operator.drive;

import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.plan.Plan;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * All that an operator needs to continue a run that another operator has begun.
 *
 * @param spec what the run does, as it was resolved when it began
 * @param repetition which repetition is under way, from 1
 * @param plan who stands where in that repetition
 * @param startTime when the repetition began
 * @param completionTime when its outcome stood, if it does
 * @param status how far it has come
 * @param stageReached how far it had come before it failed, if it did
 * @param takeovers how many operators have continued the run since it came to its phase
 * @param neverLaunched the members of which no pod was ever made in that repetition, as each request for one was
 *     refused; empty as long as the repetition lasts, and where that is not known
 * @param untuned whether a host could not be given its settings in that repetition; false as long as it lasts
 */
@RecordBuilder
public record RunRecord(
        RunSpec spec,
        int repetition,
        Plan plan,
        Instant startTime,
        Optional<Instant> completionTime,
        RunStatus status,
        RunPhase stageReached,
        int takeovers,
        Set<String> neverLaunched,
        boolean untuned) {

    /** Refuses nulls, but for what a record of an earlier version does not have. */
    public RunRecord {
        Objects.requireNonNull(spec, "spec");
        Objects.requireNonNull(plan, "plan");
        Objects.requireNonNull(startTime, "startTime");
        Objects.requireNonNull(completionTime, "completionTime");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(stageReached, "stageReached");
        neverLaunched = neverLaunched == null ? Set.of() : Set.copyOf(neverLaunched);
    }

    /** The record of a repetition that begins. */
    public static RunRecord begin(RunSpec spec, int repetition, Plan plan, Instant now) {
        return RunRecordBuilder.builder()
                .spec(spec)
                .repetition(repetition)
                .plan(plan)
                .startTime(now)
                .completionTime(Optional.empty())
                .status(RunStatus.pending(plan.id(), plan.names()))
                .stageReached(RunPhase.PENDING)
                .takeovers(0)
                .neverLaunched(Set.of())
                .untuned(false)
                .build();
    }

    /** The record after a step. */
    public RunRecord after(RunStatus next, Instant now) {
        return RunRecordBuilder.builder(this)
                .completionTime(
                        completionTime.isPresent() || !next.phase().isTerminal() ? completionTime : Optional.of(now))
                .status(next)
                .stageReached(next.failure().isEmpty() ? next.phase() : stageReached)
                .takeovers(next.phase() == status.phase() ? takeovers : 0)
                .build();
    }

    /**
     * Whether no other repetition follows this one: it is the last, the run was cancelled, or a host cannot be given
     * its settings. The next one would try these again, which may cut the host off once more.
     */
    public boolean endsTheRun() {
        return repetition == spec.repetitions()
                || untuned
                || status.failure()
                        .filter(failure -> failure.reason() == FailureReason.CANCELLED)
                        .isPresent();
    }

    /**
     * Whether an operator that continues from the other record would act differently. What members answer is not
     * counted, as they answer it again.
     */
    public boolean decidesLike(RunRecord other) {
        return repetition == other.repetition
                && completionTime.equals(other.completionTime)
                && status.decidesLike(other.status);
    }

    /** The record from which another operator continues at this instant, without reports: those were in memory. */
    public RunRecord resumed(long nowEpochNanos) {
        return RunRecordBuilder.builder(this)
                .status(status.resumed(nowEpochNanos))
                .build();
    }

    /** The record that says that one more operator continues the run. */
    public RunRecord takenOver() {
        return RunRecordBuilder.builder(this).takeovers(takeovers + 1).build();
    }

    /** The record of a repetition that is over, and in which no pod was made for these members. */
    public RunRecord neverLaunching(Set<String> members) {
        return RunRecordBuilder.builder(this).neverLaunched(members).build();
    }

    /** The record of a repetition that failed, and in which a host could not be given its settings. */
    public RunRecord untuning() {
        return RunRecordBuilder.builder(this).untuned(true).build();
    }
}
