package io.jgbench.coordination.run;

import java.util.List;

/** Stops the members that are still there. The outcome stands already. */
final class StoppingStep implements PhaseStep {

    @Override
    public StepResult take(StepContext context) {
        var stops = context.forEach(member -> isThere(context, member), member -> new Action.Stop(member.index()));
        return stops.isEmpty() || context.deadlinePassed()
                ? new StepResult.Stay(context.status().finished(), List.of())
                : new StepResult.Stay(context.status(), stops);
    }

    private static boolean isThere(StepContext context, MemberStatus member) {
        return switch (context.seen(member)) {
            case MemberObservation.NotLaunched _ -> false;
            case MemberObservation.Exited _ -> false;
            case MemberObservation.Silent _ -> true;
            case MemberObservation.Answered _ -> true;
        };
    }
}
