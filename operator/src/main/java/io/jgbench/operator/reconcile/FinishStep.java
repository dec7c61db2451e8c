package io.jgbench.operator.reconcile;

import io.jgbench.operator.reconcile.RunState.Concluded;

/**
 * When the outcome stands and nothing of the run is left on its nodes: frees them. Not before the outcome stands:
 * without its record the run would begin again.
 */
final class FinishStep implements RunStep<Concluded> {
    private final Clearing clearing;

    FinishStep(Clearing clearing) {
        this.clearing = clearing;
    }

    @Override
    public Outcome take(RunView view, Concluded state) {
        clearing.clear(view.ref());
        view.session().become(state, state.clear());
        Clearing.note(view);
        return Outcome.lookAgainAfter(EndPodsStep.AGAIN);
    }
}
