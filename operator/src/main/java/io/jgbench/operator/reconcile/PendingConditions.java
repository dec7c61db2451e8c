package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;

/** The conditions of a run that has not begun. */
final class PendingConditions {
    private PendingConditions() {}

    /**
     * Notes that the run has not begun.
     *
     * @param stage for the STATUS column
     * @param message what it waits for
     */
    static void note(RunView view, ConditionReason stage, String message) {
        view.draft()
                .condition(ConditionType.FINISHED, Status.FALSE, ConditionReason.NOT_BEGUN, "The run has not begun.")
                .condition(ConditionType.SUCCEEDED, Status.UNKNOWN, stage, message);
    }
}
