package io.jgbench.operator.reconcile.begin;

import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.Abort;

/**
 * Ends a cancelled run that has not begun. One that has begun is ended by its machine, which keeps what was measured.
 */
public final class CancelStep implements RunStep<Waiting> {

    @Override
    public StepOutcome take(RunView view, Waiting state) {
        return Boolean.TRUE.equals(view.run().getSpec().cancel()) ? Abort.cancelled(view) : StepOutcome.proceed();
    }
}
