package io.jgbench.operator.reconcile.end;

import io.jgbench.operator.metrics.RunMetrics;
import io.jgbench.operator.reconcile.state.RunState.Concluded;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import java.util.Optional;

/** Counts a run's outcome once it is in the status; while the status cannot be written the outcome may still change. */
public final class CountStep implements RunStep<Concluded> {
    private final RunMetrics metrics;

    /** In these metrics. */
    public CountStep(RunMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public StepOutcome take(RunView view, Concluded state) {
        if (!state.isCounted()) {
            metrics.finished(state.repetition().record().status());
            Optional.ofNullable(view.run().getStatus().startSkewMicros()).ifPresent(metrics::started);
            view.session().become(state, state.counted());
        }
        return StepOutcome.proceed();
    }
}
