package io.jgbench.operator.reconcile.end;

import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunState.Driven;
import io.jgbench.operator.reconcile.state.RunState.GivenUp;
import io.jgbench.operator.reconcile.state.RunState.Unseen;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.Abort;
import java.time.Duration;
import java.util.Optional;

/**
 * Ends a run that has nodes and cannot continue for long, as others want them. One that has none yet waits until
 * somebody removes what is in its way. One whose figures stand keeps them, and one with repetitions that are over keeps
 * theirs.
 */
public final class GiveUpStep implements RunStep<RunState> {
    /** Time for somebody to raise a quota. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private final EarlyEnd earlyEnd;
    private final FullResult fullResult;
    private final EpochClock clock;

    /**
     * Keeps what there is of a result.
     *
     * @param clock tells how long something has been in the way
     */
    public GiveUpStep(EarlyEnd earlyEnd, FullResult fullResult, EpochClock clock) {
        this.earlyEnd = earlyEnd;
        this.fullResult = fullResult;
        this.clock = clock;
    }

    @Override
    public StepOutcome take(RunView view, RunState state) {
        if (state instanceof GivenUp(var repetition, var failure)) {
            boolean isInVain = view.session()
                    .backoff()
                    .lastingFor(PATIENCE.multipliedBy(2), clock.epochNanos())
                    .isPresent();
            return say(view, failure, Optional.of(repetition.record()).filter(_ -> !isInVain));
        }
        Optional<ReconcileFailure> failure = view.session().backoff().lastingFor(PATIENCE, clock.epochNanos());
        boolean hasNodes = state instanceof Driven || view.published().hasNodes();
        if (!hasNodes || failure.isEmpty() || view.published().isFinished()) {
            return StepOutcome.proceed();
        }
        if (state instanceof Driven driven) {
            view.session().become(driven, driven.giveUp(failure.get()));
            return say(view, failure.get(), Optional.of(driven.repetition().record()));
        }
        if (state instanceof Unseen unseen) {
            view.session().become(unseen, unseen.giveUp());
        }
        return say(view, failure.get(), Optional.empty());
    }

    /** What was measured is looked for where there is a record, and where that did not fail for long. */
    private StepOutcome say(RunView view, ReconcileFailure failure, Optional<RunRecord> record) {
        String why = "Given up after " + PATIENCE.toMinutes() + " minutes. " + failure.message();
        if (view.published().hasFigures()) {
            return fullResult.finishWithout(view, why);
        }
        return record.map(known -> earlyEnd.end(view, known, new ReconcileFailure(failure.reason(), why)))
                .orElseGet(() -> Abort.lost(view, failure.reason(), why));
    }
}
