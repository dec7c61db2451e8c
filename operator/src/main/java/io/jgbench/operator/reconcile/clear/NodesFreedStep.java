package io.jgbench.operator.reconcile.clear;

import io.jgbench.operator.reconcile.state.RunState.Cleared;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;

/** Says that the nodes of a run that is cleared away are free, also where that could not be written before. */
public final class NodesFreedStep implements RunStep<Cleared> {

    @Override
    public StepOutcome take(RunView view, Cleared state) {
        if (state.saysNodes()) {
            Cleanup.note(view, !state.hasUnrestored());
        }
        return StepOutcome.proceed();
    }
}
