package io.jgbench.operator.reconcile.status;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.reconcile.state.RunView;

/** The conditions of a run that has not begun. */
public final class PendingConditions {
    private PendingConditions() {}

    /**
     * Notes that the run has not begun.
     *
     * @param stage for the STATUS column
     * @param message what it waits for
     */
    public static void note(RunView view, ConditionReason stage, String message) {
        view.draft()
                .condition(ConditionType.FINISHED, Status.FALSE, ConditionReason.NOT_BEGUN, "The run has not begun.")
                .condition(ConditionType.SUCCEEDED, Status.UNKNOWN, stage, message);
    }

    /**
     * Notes that the run waits for nodes.
     *
     * @param why what keeps it from them
     * @param message the same in a sentence
     */
    public static void queued(RunView view, ConditionReason why, String message) {
        note(view, ConditionReason.QUEUED, message);
        view.draft().condition(ConditionType.NODES_RESERVED, Status.FALSE, why, message);
    }

    /**
     * Notes that the run waits for nodes that another one has.
     *
     * @param other the other run, and what it does
     */
    public static void queued(RunView view, String other) {
        queued(view, ConditionReason.NODE_BUSY, "Queued behind " + other + ".");
    }
}
