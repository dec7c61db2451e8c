package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.List;

/** Has the members join and waits until each of them sees all. */
final class JoiningStep implements PhaseStep {

    @Override
    public Move take(Situation situation) {
        if (situation.all(JoiningStep::hasJoined)) {
            var status = situation.status();
            return new Move.Enter(
                    status.entering(RunPhase.ARMED, situation.nowEpochNanos(), status.deadlineEpochNanos()));
        }
        if (situation.deadlinePassed()) {
            return Ending.fail(situation, late(situation));
        }
        return new Move.Stay(situation.status(), joins(situation));
    }

    /**
     * The first member joins alone, and the others once it is there: they would create clusters of their own
     * otherwise.
     */
    static List<Action> joins(Situation situation) {
        var first = situation.members().getFirst();
        boolean firstIsThere = first.reached(MemberPhase.JOINING) && first.membersSeen() >= 1;
        long deadline = Deadlines.memberStart(situation.spec(), situation.status());
        return situation.forEach(
                member -> situation.answersNow(member, MemberPhase.CREATED) && (member.index() == 0 || firstIsThere),
                member -> new Action.Join(member.index(), deadline));
    }

    private static boolean hasJoined(MemberStatus member) {
        return member.reached(MemberPhase.JOINED);
    }

    private static Failure late(Situation situation) {
        var missing = situation.which(member -> !hasJoined(member));
        return new Failure(
                FailureReason.VIEW_INCOMPLETE,
                Wording.names(missing) + " did not join within " + Wording.of(Deadlines.startTimeout(situation.spec()))
                        + ": " + Wording.accounts(situation, missing));
    }
}
