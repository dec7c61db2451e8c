package io.jgbench.operator.reconcile;

import io.jgbench.operator.reconcile.RunState.Waiting;

/**
 * Ends a cancelled run that has not begun. One that has begun is ended by its machine, which keeps what was measured.
 */
final class CancelStep implements RunStep<Waiting> {

    @Override
    public StepOutcome take(RunView view, Waiting state) {
        return Boolean.TRUE.equals(view.run().getSpec().cancel()) ? Abort.cancelled(view) : StepOutcome.proceed();
    }
}
