package io.jgbench.operator.reconcile.end;

import io.jgbench.operator.kubernetes.UnreadableFields;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;

/** If the spec has become unreadable, returns the run to {@code Unseen}. {@code LoadStep} then ends it. */
public final class UnreadableStep implements RunStep<RunState> {

    @Override
    public StepOutcome take(RunView view, RunState state) {
        if (UnreadableFields.ofSpec(view.run()).isPresent()) {
            view.session().readAgain();
        }
        return StepOutcome.proceed();
    }
}
