package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.spec.RunSpec;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** All that a step is decided on; the status holds what was observed already. */
record Situation(RunSpec spec, RunStatus status, Observation observation, long nowEpochNanos) {

    Situation with(RunStatus next) {
        return new Situation(spec, next, observation, nowEpochNanos);
    }

    List<MemberStatus> members() {
        return status.members();
    }

    Sighting sighting(MemberStatus member) {
        return observation.members().get(member.index());
    }

    /** Whether the member answered just now, as itself, that it is in this phase. */
    boolean answersNow(MemberStatus member, MemberPhase phase) {
        return sighting(member) instanceof Sighting.Answered(var state)
                && Identity.of(status, member).matches(state)
                && state.phase() == phase;
    }

    boolean all(Predicate<MemberStatus> condition) {
        return members().stream().allMatch(condition);
    }

    boolean allReached(MemberPhase phase) {
        return all(member -> member.reached(phase));
    }

    List<MemberStatus> which(Predicate<MemberStatus> condition) {
        return members().stream().filter(condition).toList();
    }

    /** One action for each member that meets the condition. */
    List<Action> forEach(Predicate<MemberStatus> condition, Function<MemberStatus, Action> action) {
        return members().stream().filter(condition).map(action).toList();
    }

    boolean deadlinePassed() {
        return nowEpochNanos >= status.deadlineEpochNanos();
    }

    boolean sees(MemberStatus member) {
        return member.membersSeen() >= spec.members();
    }
}
