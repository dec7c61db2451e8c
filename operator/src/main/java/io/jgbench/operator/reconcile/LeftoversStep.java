package io.jgbench.operator.reconcile;

import io.jgbench.operator.reconcile.RunState.Waiting;

/** Deletes the objects that a failed attempt to begin a run has left. */
final class LeftoversStep implements RunStep<Waiting> {
    private final Cleanup cleanup;

    LeftoversStep(Cleanup cleanup) {
        this.cleanup = cleanup;
    }

    @Override
    public Outcome take(RunView view, Waiting state) {
        if (state.hasLeftovers()) {
            cleanup.clear(view.ref());
            view.session().become(state, state.withLeftovers(false));
        }
        return Outcome.proceed();
    }
}
