package io.jgbench.coordination.run;

import java.util.List;

/**
 * Sends the start to the members until each of them has taken it. Where one has not in time, the start is withdrawn
 * from all, and when all have answered that they do not begin, a new one is given out with more time. A member that has
 * begun cannot take that back: the run fails unless all have, as it cannot start with a member missing. What one did of
 * which nothing is heard is not known until the deadline.
 */
final class ReleasedStep implements PhaseStep {

    /** The status with a start instant that lies in the future. */
    static RunStatus plan(Situation situation, int attempt) {
        var status = situation.status();
        long lead = Deadlines.leadNanos(status, attempt);
        long startAt = situation.nowEpochNanos() + lead;
        long takenBy = startAt - Deadlines.withdrawingNanos(lead);
        return status.withRelease(new ReleasePlan(startAt, takenBy, attempt))
                .withDeadline(Deadlines.taken(situation.spec(), status, startAt));
    }

    @Override
    public Move take(Situation situation) {
        var status = situation.status();
        var plan = status.release().orElseThrow();
        boolean allBegin = situation.all(
                member -> plan.stands() ? member.start().hasTaken(plan.attempt()) : member.hasBegun(plan.attempt()));
        if (allBegin) {
            return new Move.Enter(status.entering(
                    RunPhase.RUNNING, situation.nowEpochNanos(), Deadlines.active(situation.spec(), status)));
        }
        return plan.stands() ? untilAllHaveTakenIt(situation, plan) : untilAllAreFree(situation, plan);
    }

    private static Move untilAllHaveTakenIt(Situation situation, ReleasePlan plan) {
        var status = situation.status();
        boolean anyWillNot =
                situation.members().stream().anyMatch(member -> member.start().isFreeOf(plan.attempt()));
        if (anyWillNot || situation.nowEpochNanos() >= plan.takenByEpochNanos()) {
            var missing = situation.which(member -> !member.start().hasTaken(plan.attempt()));
            return new Move.Enter(status.withRelease(plan.withdrawn(missing)));
        }
        return new Move.Stay(
                status,
                situation.forEach(
                        member -> !member.start().hasTaken(plan.attempt()),
                        member -> release(situation, plan, member)));
    }

    private static Action release(Situation situation, ReleasePlan plan, MemberStatus member) {
        long startAt = plan.startAtEpochNanos();
        return new Action.Release(
                member.index(),
                plan.attempt(),
                startAt,
                member.clock().orElseThrow().offset(),
                Deadlines.memberActive(situation.spec(), situation.status(), startAt));
    }

    private static Move untilAllAreFree(Situation situation, ReleasePlan plan) {
        var begun = situation.which(member -> member.hasBegun(plan.attempt()));
        var free = situation.which(member -> member.start().isFreeOf(plan.attempt()));
        boolean anyCannotFollow = !begun.isEmpty() && !free.isEmpty();
        boolean isTooLate = situation.nowEpochNanos() >= Deadlines.armed(situation.spec(), situation.status());
        boolean allAreFree = free.size() == situation.members().size();
        if (anyCannotFollow || situation.deadlinePassed() || (allAreFree && isTooLate)) {
            return Ending.fail(situation, late(situation, plan, begun));
        }
        if (allAreFree && situation.all(member -> ArmedStep.isReady(situation, member))) {
            return new Move.Enter(plan(situation, plan.attempt() + 1));
        }
        return new Move.Stay(
                situation.status(),
                situation.forEach(
                        member -> !begun.contains(member) && !free.contains(member),
                        member -> new Action.Withdraw(member.index(), plan.attempt())));
    }

    private static Failure late(Situation situation, ReleasePlan plan, List<MemberStatus> begun) {
        var missing = situation.which(member -> plan.missedBy().contains(member.index())
                || (!begun.contains(member) && !ArmedStep.isReady(situation, member)));
        var others = begun.stream().filter(member -> !missing.contains(member)).toList();
        return new Failure(
                FailureReason.START_TIMEOUT,
                Wording.names(missing) + " did not take the start: " + Wording.accounts(situation, missing)
                        + (others.isEmpty() ? "" : "; " + Wording.names(others) + " had begun when it was withdrawn"));
    }
}
