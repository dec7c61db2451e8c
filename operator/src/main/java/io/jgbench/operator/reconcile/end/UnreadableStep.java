package io.jgbench.operator.reconcile.end;

import io.jgbench.operator.kubernetes.UnreadableFields;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;

/**
 * Has a run looked at as on its first reconciliation, which ends it, where its spec was changed meanwhile so that it
 * cannot be read any more.
 */
public final class UnreadableStep implements RunStep<RunState> {

    @Override
    public StepOutcome take(RunView view, RunState state) {
        if (UnreadableFields.ofSpec(view.run()).isPresent()) {
            view.session().readAgain();
        }
        return StepOutcome.proceed();
    }
}
