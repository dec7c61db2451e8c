package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Sends the start to all members until each of them has taken it. When its instant has passed and no member took it, a
 * new one is given out; when some did and others did not, the run fails, as it cannot start with a member missing. What
 * one did of which nothing is heard is not known until the deadline.
 */
final class ReleasedStep implements PhaseStep {

    /** The status with a start instant that lies in the future. */
    static RunStatus plan(Situation situation, int attempt) {
        var status = situation.status();
        long startAt = situation.nowEpochNanos() + Deadlines.leadNanos(status, attempt);
        return status.withRelease(new ReleasePlan(startAt, attempt))
                .withDeadline(Deadlines.taken(situation.spec(), status, startAt));
    }

    @Override
    public Move take(Situation situation) {
        var status = situation.status();
        var plan = status.release().orElseThrow();
        long now = situation.nowEpochNanos();
        if (situation.allReached(MemberPhase.RUNNING)) {
            return new Move.Enter(status.entering(RunPhase.RUNNING, now, Deadlines.active(situation.spec(), status)));
        }
        if (now < plan.startAtEpochNanos()) {
            return new Move.Stay(status, List.of(release(situation, plan)));
        }
        var untouched = situation.which(member -> isUntouched(situation, member));
        boolean isLate = now >= Deadlines.after(plan.startAtEpochNanos(), Deadlines.LATE_ANSWERS);
        boolean reachedNobody = untouched.size() == situation.members().size();
        if (isLate && reachedNobody && now < Deadlines.armed(situation.spec(), status)) {
            return new Move.Enter(plan(situation, plan.attempt() + 1));
        }
        boolean someTookIt = situation.members().stream().anyMatch(member -> member.reached(MemberPhase.RUNNING));
        if (situation.deadlinePassed() || (isLate && someTookIt && !untouched.isEmpty())) {
            return Ending.fail(situation, late(situation));
        }
        return new Move.Stay(status, List.of());
    }

    private static Action release(Situation situation, ReleasePlan plan) {
        var clocks = situation.members().stream()
                .collect(Collectors.toMap(
                        MemberStatus::index,
                        member -> member.clock().orElseThrow().offset()));
        long startAt = plan.startAtEpochNanos();
        return new Action.Release(
                startAt, clocks, Deadlines.memberActive(situation.spec(), situation.status(), startAt));
    }

    private static boolean isUntouched(Situation situation, MemberStatus member) {
        return !member.reached(MemberPhase.RUNNING) && situation.answersNow(member, MemberPhase.ARMED);
    }

    private static Failure late(Situation situation) {
        var missing = situation.which(member -> !member.reached(MemberPhase.RUNNING));
        return new Failure(
                FailureReason.START_TIMEOUT,
                Wording.names(missing) + " did not take the start: " + Wording.accounts(situation, missing));
    }
}
