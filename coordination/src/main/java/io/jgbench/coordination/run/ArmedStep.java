package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.ArrayList;
import java.util.List;

/**
 * Arms the members, measures their clocks and gives out the start. The start is given out only when each member has
 * just answered that it is armed and sees all others.
 */
final class ArmedStep implements PhaseStep {
    private final PhaseStep release = new ReleaseStep();

    @Override
    public StepResult take(StepContext context) {
        if (context.status().release().isPresent()) {
            return release.take(context);
        }
        if (context.all(member -> isReady(context, member))) {
            return new StepResult.Enter(ReleaseStep.plan(context, 1));
        }
        if (context.deadlinePassed()) {
            return RunTermination.fail(context, late(context));
        }
        var judged = WarmupEnd.judge(context);
        return new StepResult.Stay(judged.status(), actions(judged));
    }

    private static List<Action> actions(StepContext context) {
        if (context.allReached(MemberPhase.ARMED)) {
            return context.forEach(
                    member -> member.clock().isEmpty(), member -> new Action.MeasureClock(member.index()));
        }
        long deadline = Deadlines.memberArmed(context.spec(), context.status());
        List<Action> actions = new ArrayList<>(context.forEach(
                member -> context.answersNow(member, MemberPhase.JOINED),
                member -> new Action.Arm(member.index(), deadline)));
        actions.addAll(WarmupEnd.actions(context));
        return actions;
    }

    /** Whether the member has just answered that it can be started. */
    static boolean isReady(StepContext context, MemberStatus member) {
        return isArmed(context, member) && member.clock().isPresent();
    }

    private static boolean isArmed(StepContext context, MemberStatus member) {
        return context.answersNow(member, MemberPhase.ARMED) && context.sees(member);
    }

    private static Failure late(StepContext context) {
        var behind = context.which(member -> !isArmed(context, member));
        // The clocks are measured when all are armed: who only waits for that waits for those that are behind.
        var missing = behind.isEmpty() ? context.which(member -> !isReady(context, member)) : behind;
        boolean anyBlind = missing.stream().anyMatch(member -> !context.sees(member));
        return new Failure(
                anyBlind ? FailureReason.VIEW_INCOMPLETE : Deadlines.armTimeoutReason(context.spec()),
                ProgressText.names(missing) + " could not be started within "
                        + ProgressText.of(Deadlines.armTimeout(context.spec())) + ": "
                        + ProgressText.accounts(context, missing));
    }
}
