package io.jgbench.operator.reconcile;

import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.reconcile.RunState.Driven;
import io.jgbench.operator.reconcile.RunState.GivenUp;
import io.jgbench.operator.reconcile.RunState.Unseen;
import java.time.Duration;
import java.util.Optional;

/**
 * Ends a run that has nodes and cannot continue for long, as others want them. One that has none yet waits until
 * somebody removes what is in its way. One whose figures stand has them for good: {@link ConcludeStep} ends it.
 */
final class GiveUpStep implements RunStep<RunState> {
    /** Time for somebody to raise a quota. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private final EpochClock clock;

    GiveUpStep(EpochClock clock) {
        this.clock = clock;
    }

    @Override
    public Outcome take(RunView view, RunState state) {
        if (state instanceof GivenUp(var _, var failure)) {
            return say(view, failure);
        }
        Optional<ReconcileFailure> failure = view.session().backoff().lastingFor(PATIENCE, clock.epochNanos());
        boolean hasNodes = state instanceof Driven || view.published().hasNodes();
        boolean isOver = view.published().isFinished() || view.published().hasFigures();
        if (!hasNodes || failure.isEmpty() || isOver) {
            return Outcome.proceed();
        }
        if (state instanceof Driven driven) {
            view.session().become(driven, driven.giveUp(failure.get()));
        } else if (state instanceof Unseen unseen) {
            view.session().become(unseen, unseen.giveUp());
        }
        return say(view, failure.get());
    }

    private static Outcome say(RunView view, ReconcileFailure failure) {
        return Abort.lost(
                view, failure.reason(), "Given up after " + PATIENCE.toMinutes() + " minutes. " + failure.message());
    }
}
