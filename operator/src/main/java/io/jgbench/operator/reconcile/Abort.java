package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.status.Conditions;

/** Ends a run that cannot begin. */
final class Abort {
    private Abort() {}

    /**
     * Says why.
     *
     * @param type the condition that could not be met
     * @param reason in one word
     * @param message in a sentence
     */
    static RunStep.Outcome run(RunView view, String type, String reason, String message) {
        view.draft()
                .condition(type, Status.FALSE, reason, message)
                .condition(Conditions.RESULTS_COLLECTED, Status.FALSE, "NeverBegun", "The run never began.")
                .condition(Conditions.VALID, Status.FALSE, "NeverBegun", "The run never began.")
                .condition(Conditions.FINISHED, Status.TRUE, "Completed", message)
                .condition(Conditions.SUCCEEDED, Status.FALSE, "Failed", message)
                .completed();
        view.session().cleared();
        return RunStep.Outcome.done();
    }
}
