package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.ArrayList;
import java.util.List;

/** Launches the members and waits until all of them answer. Those that do already join, which takes the longest. */
final class StartingStep implements PhaseStep {

    @Override
    public Move take(Situation situation) {
        if (situation.allReached(MemberPhase.CREATED)) {
            var status = situation.status();
            return new Move.Enter(
                    status.entering(RunPhase.JOINING, situation.nowEpochNanos(), status.deadlineEpochNanos()));
        }
        if (situation.deadlinePassed()) {
            return Ending.fail(situation, late(situation));
        }
        List<Action> actions = new ArrayList<>(situation.forEach(
                member -> situation.sighting(member) instanceof Sighting.NotLaunched,
                member -> new Action.Launch(member.index())));
        actions.addAll(JoiningStep.joins(situation));
        return new Move.Stay(situation.status(), actions);
    }

    private static Failure late(Situation situation) {
        var missing = situation.which(member -> !member.reached(MemberPhase.CREATED));
        return new Failure(
                Deadlines.startTimeoutReason(situation.spec()),
                Wording.names(missing) + " did not come up within "
                        + Wording.of(Deadlines.startTimeout(situation.spec())) + ": "
                        + Wording.accounts(situation, missing));
    }
}
