package io.jgbench.operator.reconcile;

import io.jgbench.operator.kubernetes.UnreadableFields;

/**
 * Has a run looked at as on its first reconciliation, which ends it, where its spec was changed meanwhile so that it
 * cannot be read any more.
 */
final class UnreadableStep implements RunStep<RunState> {

    @Override
    public StepOutcome take(RunView view, RunState state) {
        if (UnreadableFields.ofSpec(view.run()).isPresent()) {
            view.session().readAgain();
        }
        return StepOutcome.proceed();
    }
}
