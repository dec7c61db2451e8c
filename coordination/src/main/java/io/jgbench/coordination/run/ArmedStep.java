package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.ArrayList;
import java.util.List;

/**
 * Arms the members, measures their clocks and gives out the start. The start is given out only when each member has
 * just answered that it is armed and sees all others.
 */
final class ArmedStep implements PhaseStep {
    private final PhaseStep released = new ReleasedStep();

    @Override
    public Move take(Situation situation) {
        if (situation.status().release().isPresent()) {
            return released.take(situation);
        }
        if (situation.all(member -> isReady(situation, member))) {
            return new Move.Enter(ReleasedStep.plan(situation, 1));
        }
        if (situation.deadlinePassed()) {
            return Ending.fail(situation, late(situation));
        }
        var judged = WarmupStep.judge(situation);
        return new Move.Stay(judged.status(), actions(judged));
    }

    private static List<Action> actions(Situation situation) {
        if (situation.allReached(MemberPhase.ARMED)) {
            return situation.forEach(
                    member -> member.clock().isEmpty(), member -> new Action.MeasureClock(member.index()));
        }
        long deadline = Deadlines.memberArmed(situation.spec(), situation.status());
        List<Action> actions = new ArrayList<>(situation.forEach(
                member -> situation.answersNow(member, MemberPhase.JOINED),
                member -> new Action.Arm(member.index(), deadline)));
        actions.addAll(WarmupStep.actions(situation));
        return actions;
    }

    /** Whether the member has just answered that it can be started. */
    static boolean isReady(Situation situation, MemberStatus member) {
        return situation.answersNow(member, MemberPhase.ARMED)
                && situation.sees(member)
                && member.clock().isPresent();
    }

    private static Failure late(Situation situation) {
        var missing = situation.which(member -> !isReady(situation, member));
        boolean anyBlind = missing.stream().anyMatch(member -> !situation.sees(member));
        return new Failure(
                anyBlind ? FailureReason.VIEW_INCOMPLETE : Deadlines.armTimeoutReason(situation.spec()),
                Wording.names(missing) + " could not be started within "
                        + Wording.of(Deadlines.armTimeout(situation.spec())) + ": "
                        + Wording.accounts(situation, missing));
    }
}
