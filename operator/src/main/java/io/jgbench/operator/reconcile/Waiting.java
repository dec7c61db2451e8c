package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.status.Conditions;

/** What the conditions of a run say before it begins. */
final class Waiting {
    private Waiting() {}

    /**
     * Notes that the run has not begun.
     *
     * @param stage one word for the STATUS column
     * @param message what it waits for
     */
    static void note(RunView view, String stage, String message) {
        view.draft()
                .condition(Conditions.FINISHED, Status.FALSE, "NotBegun", "The run has not begun.")
                .condition(Conditions.SUCCEEDED, Status.UNKNOWN, stage, message);
    }
}
