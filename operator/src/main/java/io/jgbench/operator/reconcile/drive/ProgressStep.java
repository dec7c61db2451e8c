package io.jgbench.operator.reconcile.drive;

import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.reconcile.begin.FirstRepetition;
import io.jgbench.operator.reconcile.end.ConcludeStep;
import io.jgbench.operator.reconcile.state.RunState.Driven;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.LiveStatus;

/**
 * Says how far a run under way has come, until what it measured is to be said. That it has its nodes was said when it
 * began, in a status that may not have been written.
 */
public final class ProgressStep implements RunStep<Driven> {

    @Override
    public StepOutcome take(RunView view, Driven state) {
        RunRecord record = state.repetition().record();
        if (!ConcludeStep.isDue(record)) {
            if (!view.published().hasNodes()) {
                FirstRepetition.note(view, record);
            }
            LiveStatus.note(view, state.repetition());
        }
        return StepOutcome.proceed();
    }
}
