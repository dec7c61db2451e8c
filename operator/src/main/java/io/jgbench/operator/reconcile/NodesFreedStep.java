package io.jgbench.operator.reconcile;

import io.jgbench.operator.reconcile.RunState.Cleared;

/** Says that the nodes of a run that is cleared away are free, also where that could not be written before. */
final class NodesFreedStep implements RunStep<Cleared> {

    @Override
    public StepOutcome take(RunView view, Cleared state) {
        if (state.saysNodes()) {
            Cleanup.note(view);
        }
        return StepOutcome.proceed();
    }
}
