package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.List;

/**
 * Waits until all members have their reports ready. None is fetched before, as that would disturb those that still
 * measure.
 */
final class RunningStep implements PhaseStep {

    @Override
    public StepResult take(StepContext context) {
        var status = context.status();
        long now = context.nowEpochNanos();
        if (context.allReached(MemberPhase.REPORTED)) {
            return new StepResult.Enter(
                    status.entering(RunPhase.COLLECTING, now, Deadlines.after(now, Deadlines.COLLECTING)));
        }
        return context.deadlinePassed()
                ? RunTermination.fail(context, late(context))
                : new StepResult.Stay(status, List.of());
    }

    private static Failure late(StepContext context) {
        var missing = context.which(member -> !member.reached(MemberPhase.REPORTED));
        return new Failure(
                FailureReason.DEADLINE_EXCEEDED,
                ProgressText.names(missing) + " did not finish within the active deadline of "
                        + ProgressText.of(context.spec().activeDeadline()) + ": "
                        + ProgressText.accounts(context, missing));
    }
}
