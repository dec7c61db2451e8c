package io.jgbench.coordination.run;

import java.util.ArrayList;
import java.util.List;

/** Fetches a report of each member. */
final class CollectingStep implements PhaseStep {
    private final PhaseStep salvage = new SalvageStep();

    @Override
    public StepResult take(StepContext context) {
        var status = context.status();
        if (status.failure().isPresent()) {
            return salvage.take(context);
        }
        if (context.all(member -> member.report() == ReportStatus.COMPLETE)) {
            return RunTermination.stop(status, RunPhase.SUCCEEDED, context.nowEpochNanos());
        }
        if (context.deadlinePassed()) {
            return RunTermination.stop(status.withFailure(late(context)), RunPhase.FAILED, context.nowEpochNanos());
        }
        // What the pre-flight found is in memory alone: a controller that continues a run fetches it again.
        List<Action> actions =
                new ArrayList<>(status.preflight().isPresent() ? PreflightStep.fetches(context) : List.of());
        actions.addAll(context.forEach(CollectingStep::isMissing, member -> new Action.FetchReport(member.index())));
        return new StepResult.Stay(status, actions);
    }

    private static boolean isMissing(MemberStatus member) {
        return member.report() == ReportStatus.MISSING;
    }

    private static Failure late(StepContext context) {
        var missing = context.which(CollectingStep::isMissing);
        return new Failure(
                FailureReason.TIMEOUT,
                "no report of " + ProgressText.names(missing) + " could be fetched within "
                        + ProgressText.of(Deadlines.COLLECTING) + ": " + ProgressText.accounts(context, missing));
    }
}
