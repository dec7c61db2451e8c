package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberPhase;

/** Fetches the partial reports of a failed run's members. */
final class SalvageStep implements PhaseStep {

    @Override
    public StepResult take(StepContext context) {
        var status = context.status();
        boolean anyLeft = context.members().stream().anyMatch(member -> mayGive(context, member));
        if (!anyLeft || context.deadlinePassed()) {
            return RunTermination.stop(status, RunPhase.FAILED, context.nowEpochNanos());
        }
        return new StepResult.Stay(
                status,
                context.forEach(member -> mayGive(context, member), member -> new Action.FetchReport(member.index())));
    }

    /** A member that has begun and still is the one that began; one that is silent may answer again. */
    private static boolean mayGive(StepContext context, MemberStatus member) {
        if (member.report() != ReportStatus.MISSING || !member.reached(MemberPhase.RUNNING)) {
            return false;
        }
        return switch (context.seen(member)) {
            case MemberObservation.NotLaunched _ -> false;
            case MemberObservation.Exited _ -> false;
            case MemberObservation.Silent _ -> true;
            case MemberObservation.Answered(var state) ->
                MemberIdentity.of(context.status(), member).matches(state)
                        && state.phase().compareTo(MemberPhase.RUNNING) >= 0;
        };
    }
}
