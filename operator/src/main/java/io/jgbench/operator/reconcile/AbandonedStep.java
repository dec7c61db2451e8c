package io.jgbench.operator.reconcile;

import io.jgbench.operator.reconcile.RunState.Abandoned;
import java.time.Duration;

/**
 * Clears away what nobody drives of a run that was aborted or given up. Not before the outcome stands in the status: a
 * run that has neither an outcome nor a record would begin again.
 */
final class AbandonedStep implements RunStep<Abandoned> {
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final PodDeletion podDeletion;
    private final Cleanup cleanup;

    AbandonedStep(PodDeletion podDeletion, Cleanup cleanup) {
        this.podDeletion = podDeletion;
        this.cleanup = cleanup;
    }

    @Override
    public Outcome take(RunView view, Abandoned state) {
        var progress = podDeletion.of(view.ref(), state.podTermination(), PodDeletion.Ended.STAY);
        Abandoned waiting = view.session().become(state, state.with(progress.podTermination()));
        if (progress.isUnderWay()) {
            return Outcome.lookAgainAfter(AGAIN);
        }
        cleanup.clear(view.ref());
        view.session().become(waiting, waiting.clear());
        return Outcome.proceed();
    }
}
