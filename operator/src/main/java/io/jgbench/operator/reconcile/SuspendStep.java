package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.reconcile.RunState.Waiting;

/** Holds a suspended run that has not begun. A run that has begun continues. */
final class SuspendStep implements RunStep<Waiting> {
    private final HostRestores restores;

    SuspendStep(HostRestores restores) {
        this.restores = restores;
    }

    @Override
    public StepOutcome take(RunView view, Waiting state) {
        if (!Boolean.TRUE.equals(view.run().getSpec().suspend())) {
            return StepOutcome.proceed();
        }
        if (view.run().hasReason(ConditionType.NODES_RESERVED, ConditionReason.NODE_BUSY)) {
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
        view.session().become(state, state.awaitsNothing());
        return StepOutcome.done();
    }
}
