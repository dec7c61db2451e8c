package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Has the members join and waits until each of them sees all. */
final class JoiningStep implements PhaseStep {

    @Override
    public Move take(Situation situation) {
        if (situation.all(JoiningStep::hasJoined)) {
            var status = situation.status();
            return new Move.Enter(status.entering(
                    RunPhase.ARMED, situation.nowEpochNanos(), Deadlines.armed(situation.spec(), status)));
        }
        if (situation.deadlinePassed()) {
            return Ending.fail(situation, late(situation));
        }
        return new Move.Stay(situation.status(), joins(situation));
    }

    /**
     * The first member joins alone, and the others once it is there: they would create clusters of their own
     * otherwise. Where members bind to an interface, nobody joins before all have said at which address that is: each
     * is told where all others are. Where the stack's window is still open, nobody joins before all have said what it
     * is chosen from.
     */
    static List<Action> joins(Situation situation) {
        var first = situation.members().getFirst();
        boolean firstIsThere = first.reached(MemberPhase.JOINING) && first.membersSeen() >= 1;
        var addresses = bindAddresses(situation);
        if (!addresses.isEmpty() && addresses.size() < situation.members().size()) {
            return List.of();
        }
        var transport = WindowOfMembers.transport(situation.spec(), situation.status());
        if (transport.isEmpty()) {
            return List.of();
        }
        long deadline = Deadlines.memberStart(situation.spec(), situation.status());
        return situation.forEach(
                member -> situation.answersNow(member, MemberPhase.CREATED) && (member.index() == 0 || firstIsThere),
                member -> new Action.Join(member.index(), deadline, addresses, transport.get()));
    }

    private static Map<Integer, String> bindAddresses(Situation situation) {
        return situation.which(member -> member.bindAddress().isPresent()).stream()
                .collect(Collectors.toMap(
                        MemberStatus::index, member -> member.bindAddress().orElseThrow()));
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
