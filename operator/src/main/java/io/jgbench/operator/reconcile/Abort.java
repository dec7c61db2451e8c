package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.status.Conditions;
import java.time.Duration;

/**
 * Ends a run that cannot begin, or of which nothing can come any more. What it holds is cleared away once that stands in
 * its status.
 */
final class Abort {
    private static final Duration AGAIN = Duration.ofSeconds(1);

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
                .condition(Conditions.VALID, Status.FALSE, "NeverBegun", "The run never began.");
        fail(view, message);
        return RunStep.Outcome.lookAgainAfter(AGAIN);
    }

    /**
     * Says that what the run had measured is lost.
     *
     * @param reason in one word
     * @param message in a sentence
     */
    static RunStep.Outcome lost(RunView view, String reason, String message) {
        view.draft()
                .condition(Conditions.RESULTS_COLLECTED, Status.FALSE, reason, message)
                .condition(Conditions.VALID, Status.FALSE, reason, "There is no result.");
        fail(view, message);
        return RunStep.Outcome.lookAgainAfter(AGAIN);
    }

    private static void fail(RunView view, String message) {
        view.draft()
                .condition(Conditions.FINISHED, Status.TRUE, "Completed", message)
                .condition(Conditions.SUCCEEDED, Status.FALSE, "Failed", message)
                .completed();
    }
}
