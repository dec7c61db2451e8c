package io.jgbench.operator.reconcile;

import io.jgbench.operator.reconcile.RunState.Concluded;

/**
 * When the outcome stands and nothing of the run is left on its nodes: frees them. Not before the outcome stands:
 * without its record the run would begin again.
 */
final class FinishStep implements RunStep<Concluded> {
    private final Cleanup cleanup;

    FinishStep(Cleanup cleanup) {
        this.cleanup = cleanup;
    }

    @Override
    public Outcome take(RunView view, Concluded state) {
        cleanup.clear(view.ref());
        view.session().become(state, state.clear());
        Cleanup.note(view);
        return Outcome.lookAgainAfter(EndPodsStep.AGAIN);
    }
}
