package io.jgbench.operator.reconcile.status;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import java.time.Duration;

/**
 * Ends a run that cannot begin or cannot produce a result. What it holds is cleared away once that stands
 * in its status.
 */
public final class Abort {
    /** When to look again at a run that is being ended. */
    public static final Duration AGAIN = Duration.ofSeconds(1);

    private Abort() {}

    /**
     * Says why.
     *
     * @param type the condition that could not be met
     * @param reason why, for the condition
     * @param message in a sentence
     */
    public static RunStep.StepOutcome run(RunView view, ConditionType type, ConditionReason reason, String message) {
        neverBegan(view, type, reason, message);
        fail(view, ConditionReason.COMPLETED, ConditionReason.FAILED, message);
        return RunStep.StepOutcome.lookAgainAfter(AGAIN);
    }

    /** Says that somebody ended the run before it began. */
    public static RunStep.StepOutcome cancelled(RunView view) {
        String message = "The run was cancelled before it began.";
        neverBegan(view, ConditionType.MEMBERS_READY, ConditionReason.CANCELLED, message);
        fail(view, ConditionReason.CANCELLED, ConditionReason.FAILED, message);
        return RunStep.StepOutcome.lookAgainAfter(AGAIN);
    }

    private static void neverBegan(RunView view, ConditionType type, ConditionReason reason, String message) {
        view.draft()
                .condition(type, Status.FALSE, reason, message)
                .condition(
                        ConditionType.RESULTS_COLLECTED,
                        Status.FALSE,
                        ConditionReason.NEVER_BEGUN,
                        "The run never began.")
                .condition(ConditionType.VALID, Status.FALSE, ConditionReason.NEVER_BEGUN, "The run never began.");
    }

    /**
     * Says that what the run had measured is lost.
     *
     * @param reason why, for the condition
     * @param message in a sentence
     */
    public static RunStep.StepOutcome lost(RunView view, ConditionReason reason, String message) {
        view.draft()
                .condition(ConditionType.RESULTS_COLLECTED, Status.FALSE, reason, message)
                .condition(ConditionType.VALID, Status.FALSE, reason, "There is no result.");
        fail(view, ConditionReason.COMPLETED, ConditionReason.FAILED, message);
        return RunStep.StepOutcome.lookAgainAfter(AGAIN);
    }

    /**
     * Says that the run is over before its time.
     *
     * @param failed why it has not succeeded
     * @param message in a sentence
     */
    public static void fail(RunView view, ConditionReason failed, String message) {
        fail(view, ConditionReason.COMPLETED, failed, message);
    }

    private static void fail(RunView view, ConditionReason finished, ConditionReason failed, String message) {
        view.draft()
                .condition(ConditionType.FINISHED, Status.TRUE, finished, message)
                .condition(ConditionType.SUCCEEDED, Status.FALSE, failed, message)
                .completed();
    }
}
