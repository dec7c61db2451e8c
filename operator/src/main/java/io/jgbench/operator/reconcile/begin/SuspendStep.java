package io.jgbench.operator.reconcile.begin;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.PendingConditions;

/** Holds a suspended run that has not begun. A run that has begun continues. */
public final class SuspendStep implements RunStep<Waiting> {
    private final HostRestores restores;

    /** Withdraws there what a run had restored while it was queued. */
    public SuspendStep(HostRestores restores) {
        this.restores = restores;
    }

    @Override
    public StepOutcome take(RunView view, Waiting state) {
        if (!Boolean.TRUE.equals(view.run().getSpec().suspend())) {
            return StepOutcome.proceed();
        }
        if (state.mayRestoreNodes()) {
            // while it was queued, it may have had a node restored that it does not want any more
            restores.withdraw(view.ref());
        }
        PendingConditions.note(
                view, ConditionReason.SUSPENDED, "Held back: suspend is true. Set it to false to let the run begin.");
        view.draft()
                .condition(
                        ConditionType.NODES_RESERVED,
                        Status.FALSE,
                        ConditionReason.SUSPENDED,
                        "A suspended run reserves no nodes.");
        view.session().become(state, state.awaitsNothing().restoringNone());
        return StepOutcome.done();
    }
}
