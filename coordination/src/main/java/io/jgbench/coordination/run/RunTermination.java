package io.jgbench.coordination.run;

/** Moves a run to the phase in which it ends. */
final class RunTermination {
    private RunTermination() {}

    /** Fails the run. If members were already told to start, their reports are fetched first. */
    static StepResult fail(StepContext context, Failure failure) {
        var status = context.status().withFailure(failure);
        long now = context.nowEpochNanos();
        return status.release().isPresent()
                ? new StepResult.Enter(
                        status.entering(RunPhase.COLLECTING, now, Deadlines.after(now, Deadlines.SALVAGE)))
                : stop(status, RunPhase.FAILED, now);
    }

    /** Ends the run with this outcome; only stopping the members is left. */
    static StepResult stop(RunStatus status, RunPhase outcome, long nowEpochNanos) {
        return new StepResult.Enter(
                status.entering(outcome, nowEpochNanos, Deadlines.after(nowEpochNanos, Deadlines.STOPPING)));
    }
}
