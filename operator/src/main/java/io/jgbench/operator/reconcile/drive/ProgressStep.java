package io.jgbench.operator.reconcile.drive;

import io.jgbench.operator.reconcile.end.ConcludeStep;
import io.jgbench.operator.reconcile.state.RunState.Driven;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.LiveStatus;

/** Says how far a run under way has come, until what it measured is to be said. */
public final class ProgressStep implements RunStep<Driven> {

    @Override
    public StepOutcome take(RunView view, Driven state) {
        if (!ConcludeStep.isDue(state.repetition().record())) {
            LiveStatus.note(view, state.repetition());
        }
        return StepOutcome.proceed();
    }
}
