package io.jgbench.operator.reconcile;

import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.reconcile.RunState.Driven;
import io.jgbench.operator.reconcile.RunState.GivenUp;
import io.jgbench.operator.reconcile.RunState.Unseen;
import java.time.Duration;
import java.util.Optional;

/**
 * Ends a run that has nodes and cannot continue for long, as others want them. One that has none yet waits until
 * somebody removes what is in its way. One whose figures stand keeps them.
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
        if (!hasNodes || failure.isEmpty() || view.published().isFinished()) {
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
        String why = "Given up after " + PATIENCE.toMinutes() + " minutes. " + failure.message();
        return view.published().hasFigures()
                ? ConcludeStep.finishWithWhatStands(view, why)
                : Abort.lost(view, failure.reason(), why);
    }
}
