package io.jgbench.operator.reconcile;

import io.jgbench.operator.reconcile.RunState.Driven;

/** Says how far a run under way has come, until what it measured is to be said. */
final class ProgressStep implements RunStep<Driven> {

    @Override
    public StepOutcome take(RunView view, Driven state) {
        if (!ConcludeStep.isDue(state.repetition().record())) {
            LiveStatus.note(view, state.repetition());
        }
        return StepOutcome.proceed();
    }
}
