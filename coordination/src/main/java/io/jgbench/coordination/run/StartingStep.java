package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.ArrayList;
import java.util.List;

/** Launches the members and waits until all of them answer. Those that do already open the
 * sockets of the pre-flight; without one they join, which takes the longest. */
final class StartingStep implements PhaseStep {

    @Override
    public StepResult take(StepContext context) {
        if (context.allReached(MemberPhase.CREATED)) {
            var status = context.status();
            return new StepResult.Enter(
                    status.entering(RunPhase.JOINING, context.nowEpochNanos(), status.deadlineEpochNanos()));
        }
        if (context.deadlinePassed()) {
            return RunTermination.fail(context, late(context));
        }
        List<Action> actions = new ArrayList<>(context.forEach(
                member -> context.seen(member) instanceof MemberObservation.NotLaunched,
                member -> new Action.Launch(member.index())));
        actions.addAll(PreflightStep.isOpen(context) ? PreflightStep.actions(context) : JoiningStep.joins(context));
        return new StepResult.Stay(context.status(), actions);
    }

    private static Failure late(StepContext context) {
        var missing = context.which(member -> !member.reached(MemberPhase.CREATED));
        return new Failure(
                Deadlines.startTimeoutReason(context.spec()),
                ProgressText.names(missing) + " did not come up within "
                        + ProgressText.of(Deadlines.startTimeout(context.spec())) + ": "
                        + ProgressText.accounts(context, missing));
    }
}
