package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;
import java.util.List;

/**
 * Waits until all members have their reports ready. None is fetched before, as that would disturb those that still
 * measure. Meanwhile it watches whether any member makes progress.
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
        if (context.deadlinePassed()) {
            return RunTermination.fail(context, late(context));
        }
        var stalled = context.with(status.withStall(StallWatch.stall(context)));
        return stalled.status()
                .stall()
                .flatMap(stall -> StallWatch.failure(stalled, stall))
                .map(failure -> RunTermination.fail(stalled, failure))
                .orElseGet(() -> new StepResult.Stay(stalled.status(), List.of()));
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
