package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;

/** Holds a run that is suspended and was not begun; a run that was begun goes on. */
final class SuspendStep implements RunStep {

    @Override
    public Outcome take(RunView view) {
        boolean isHeld = Boolean.TRUE.equals(view.run().getSpec().suspend())
                && view.session().live().isEmpty();
        if (!isHeld) {
            return Outcome.proceed();
        }
        Waiting.note(
                view, ConditionReason.SUSPENDED, "Held back: suspend is true. Set it to false to let the run begin.");
        view.draft()
                .condition(
                        ConditionType.NODES_RESERVED,
                        Status.FALSE,
                        ConditionReason.SUSPENDED,
                        "A suspended run reserves no nodes.");
        view.session().waitsNoMore();
        return Outcome.done();
    }
}
