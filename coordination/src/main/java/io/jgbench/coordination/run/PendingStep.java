package io.jgbench.coordination.run;

/** Starts the run's clock. */
final class PendingStep implements PhaseStep {

    @Override
    public StepResult take(StepContext context) {
        long now = context.nowEpochNanos();
        var begun = context.status().entering(RunPhase.STARTING, now, now);
        return new StepResult.Enter(begun.withDeadline(Deadlines.start(context.spec(), begun)));
    }
}
