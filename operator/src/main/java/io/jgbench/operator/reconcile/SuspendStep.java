package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.status.Conditions;

/** Holds a run that is suspended and was not begun; a run that was begun goes on. */
final class SuspendStep implements RunStep {

    @Override
    public Outcome take(RunView view) {
        boolean isHeld = Boolean.TRUE.equals(view.run().getSpec().suspend())
                && view.session().live().isEmpty();
        if (!isHeld) {
            return Outcome.proceed();
        }
        Waiting.note(view, "Suspended", "Held back: suspend is true. Set it to false to let the run begin.");
        view.draft()
                .condition(Conditions.NODES_RESERVED, Status.FALSE, "Suspended", "A suspended run reserves no nodes.");
        view.session().waitsNoMore();
        return Outcome.done();
    }
}
