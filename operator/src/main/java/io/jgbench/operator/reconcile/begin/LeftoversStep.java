package io.jgbench.operator.reconcile.begin;

import io.jgbench.operator.reconcile.clear.Cleanup;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reserve.NodeLeases;

/** Deletes the objects that a failed attempt to begin a run has left. */
public final class LeftoversStep implements RunStep<Waiting> {
    private final Cleanup cleanup;
    private final NodeLeases leases;

    /** What is left is looked for among these Leases. */
    public LeftoversStep(Cleanup cleanup, NodeLeases leases) {
        this.cleanup = cleanup;
        this.leases = leases;
    }

    @Override
    public StepOutcome take(RunView view, Waiting state) {
        if (state.hasLeftovers()) {
            clear(view);
            view.session().become(state, state.withLeftovers(false));
        }
        return StepOutcome.proceed();
    }

    private void clear(RunView view) {
        if (view.published().hasNodes()) {
            // one that had begun may have changed hosts; its record and its pods are gone, so only its status tells
            cleanup.clear(view.ref(), leases.changedBy(view.ref()));
        } else {
            cleanup.undo(view);
        }
    }
}
