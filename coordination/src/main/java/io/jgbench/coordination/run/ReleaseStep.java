package io.jgbench.coordination.run;

import java.util.ArrayList;
import java.util.List;

/**
 * Sends the start to the members until each of them has taken it. Where one has not in time, the start is withdrawn
 * from all, and when all have answered that they do not begin, a new one is given out with more time. A member that has
 * begun cannot take that back: the run fails unless all have, as it cannot start with a member missing. What one did of
 * which nothing is heard is not known until the deadline.
 */
final class ReleaseStep implements PhaseStep {

    /** The status with a start instant that lies in the future. */
    static RunStatus plan(StepContext context, int attempt) {
        var status = context.status();
        var plan = StartPlan.next(status, context.nowEpochNanos(), attempt, context.observation());
        return status.withRelease(plan).withDeadline(Deadlines.taken(context.spec(), status, plan.startAtEpochNanos()));
    }

    @Override
    public StepResult take(StepContext context) {
        var status = context.status();
        var plan = status.release().orElseThrow();
        boolean allBegin = context.all(
                member -> plan.stands() ? member.start().hasTaken(plan.attempt()) : member.hasBegun(plan.attempt()));
        if (allBegin) {
            return new StepResult.Enter(status.entering(
                    RunPhase.RUNNING, context.nowEpochNanos(), Deadlines.active(context.spec(), status)));
        }
        return plan.stands() ? untilAllHaveTakenIt(context, plan) : untilAllAreFree(context, plan);
    }

    private static StepResult untilAllHaveTakenIt(StepContext context, StartPlan plan) {
        var status = context.status();
        boolean anyWillNot =
                context.members().stream().anyMatch(member -> member.start().isFreeOf(plan.attempt()));
        if (anyWillNot || context.nowEpochNanos() >= plan.takenByEpochNanos()) {
            var missing = context.which(member -> !member.start().hasTaken(plan.attempt()));
            return new StepResult.Enter(status.withRelease(plan.withdrawn(missing)));
        }
        return new StepResult.Stay(
                status,
                context.forEach(
                        member -> !member.start().hasTaken(plan.attempt()), member -> release(context, plan, member)));
    }

    private static Action release(StepContext context, StartPlan plan, MemberStatus member) {
        long startAt = plan.startAtEpochNanos();
        return new Action.Release(
                member.index(),
                plan.attempt(),
                startAt,
                plan.takenByEpochNanos(),
                member.clock().orElseThrow().offset(),
                Deadlines.memberActive(context.spec(), context.status(), startAt));
    }

    private static StepResult untilAllAreFree(StepContext context, StartPlan plan) {
        var begun = context.which(member -> member.hasBegun(plan.attempt()));
        var free = context.which(member -> member.start().isFreeOf(plan.attempt()));
        boolean anyCannotFollow = !begun.isEmpty() && !free.isEmpty();
        boolean isTooLate = context.nowEpochNanos() >= Deadlines.armed(context.spec(), context.status());
        boolean allAreFree = free.size() == context.members().size();
        if (anyCannotFollow || context.deadlinePassed() || (allAreFree && isTooLate)) {
            return RunTermination.fail(context, late(context, plan, begun));
        }
        if (allAreFree && context.all(member -> ArmedStep.isReady(context, member))) {
            return new StepResult.Enter(plan(context, plan.attempt() + 1));
        }
        return new StepResult.Stay(
                context.status(),
                context.forEach(
                        member -> !begun.contains(member) && !free.contains(member),
                        member -> new Action.Withdraw(member.index(), plan.attempt())));
    }

    private static Failure late(StepContext context, StartPlan plan, List<MemberStatus> begun) {
        var missing = context.which(
                member -> !begun.contains(member) && (isMissed(plan, member) || !ArmedStep.isReady(context, member)));
        var unheard = begun.stream().filter(member -> isMissed(plan, member)).toList();
        var others = begun.stream().filter(member -> !isMissed(plan, member)).toList();
        List<String> parts = new ArrayList<>();
        if (!missing.isEmpty()) {
            parts.add(ProgressText.names(missing) + " did not take the start: "
                    + ProgressText.accounts(context, missing));
        }
        if (!unheard.isEmpty()) {
            parts.add(ProgressText.names(unheard) + " had taken the start, but no answer came before it was withdrawn");
        }
        if (!others.isEmpty()) {
            parts.add(ProgressText.names(others) + " had begun when it was withdrawn");
        }
        return new Failure(FailureReason.START_TIMEOUT, String.join("; ", parts));
    }

    private static boolean isMissed(StartPlan plan, MemberStatus member) {
        return plan.missedBy().contains(member.index());
    }
}
