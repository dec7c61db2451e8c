package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.List;

/**
 * Waits until all members have their reports ready. None is fetched before, as that would disturb those that still
 * measure.
 */
final class RunningStep implements PhaseStep {

    @Override
    public Move take(Situation situation) {
        var status = situation.status();
        long now = situation.nowEpochNanos();
        if (situation.allReached(MemberPhase.REPORTED)) {
            return new Move.Enter(
                    status.entering(RunPhase.COLLECTING, now, Deadlines.after(now, Deadlines.COLLECTING)));
        }
        return situation.deadlinePassed() ? Ending.fail(situation, late(situation)) : new Move.Stay(status, List.of());
    }

    private static Failure late(Situation situation) {
        var missing = situation.which(member -> !member.reached(MemberPhase.REPORTED));
        return new Failure(
                FailureReason.DEADLINE_EXCEEDED,
                Wording.names(missing) + " did not finish within the active deadline of "
                        + Wording.of(situation.spec().activeDeadline()) + ": "
                        + Wording.accounts(situation, missing));
    }
}
