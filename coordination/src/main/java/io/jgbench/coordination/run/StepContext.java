package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.spec.RunSpec;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** All that a step decides from; the status holds the earlier observations. */
record StepContext(RunSpec spec, RunStatus status, Observation observation, long nowEpochNanos) {

    StepContext with(RunStatus next) {
        return new StepContext(spec, next, observation, nowEpochNanos);
    }

    List<MemberStatus> members() {
        return status.members();
    }

    MemberObservation seen(MemberStatus member) {
        return observation.members().get(member.index());
    }

    /** Whether the member answered just now, as itself, that it is in this phase. */
    boolean answersNow(MemberStatus member, MemberPhase phase) {
        return seen(member) instanceof MemberObservation.Answered(var state)
                && MemberIdentity.of(status, member).matches(state)
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
