package io.jgbench.operator.reconcile;

import io.jgbench.operator.metrics.RunMetrics;
import io.jgbench.operator.reconcile.RunState.Concluded;
import java.util.Optional;

/** Counts an outcome once it stands in the status: it is made again as long as it cannot be written. */
final class CountStep implements RunStep<Concluded> {
    private final RunMetrics metrics;

    CountStep(RunMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public Outcome take(RunView view, Concluded state) {
        if (!state.isCounted()) {
            metrics.finished(state.repetition().record().status());
            Optional.ofNullable(view.run().getStatus().startSkewMicros()).ifPresent(metrics::started);
            view.session().become(state, state.counted());
        }
        return Outcome.proceed();
    }
}
