package io.jgbench.operator.reconcile;

import io.jgbench.operator.reconcile.RunState.Abandoned;
import java.time.Duration;

/**
 * Clears away what nobody drives of a run that was aborted or given up. Not before the outcome stands in the status: a
 * run that has neither an outcome nor a record would begin again.
 */
final class AbandonedStep implements RunStep<Abandoned> {
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Eviction eviction;
    private final Clearing clearing;

    AbandonedStep(Eviction eviction, Clearing clearing) {
        this.eviction = eviction;
        this.clearing = clearing;
    }

    @Override
    public Outcome take(RunView view, Abandoned state) {
        var progress = eviction.of(view.ref(), state.ending(), Eviction.Ended.STAY);
        Abandoned waiting = view.session().become(state, state.with(progress.ending()));
        if (progress.isUnderWay()) {
            return Outcome.lookAgainAfter(AGAIN);
        }
        clearing.clear(view.ref());
        view.session().become(waiting, waiting.clear());
        return Outcome.proceed();
    }
}
