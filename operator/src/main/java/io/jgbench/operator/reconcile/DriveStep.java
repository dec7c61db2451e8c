package io.jgbench.operator.reconcile;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.run.Step;
import io.jgbench.operator.drive.LiveRun;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.reconcile.RunState.Led;
import io.jgbench.operator.result.ResultStore;
import java.time.Clock;
import java.util.Optional;

/**
 * Steps the run's machine once. What it decides is stored before anything is done about it, and what the members
 * reported before they are let go.
 */
final class DriveStep implements RunStep<Led> {
    private final RunRecords records;
    private final ResultStore results;
    private final EpochClock epochClock;
    private final Clock clock;

    DriveStep(RunRecords records, ResultStore results, EpochClock epochClock, Clock clock) {
        this.records = records;
        this.results = results;
        this.epochClock = epochClock;
        this.clock = clock;
    }

    @Override
    public Outcome take(RunView view, Led state) {
        LiveRun live = state.repetition();
        RunRecord before = live.record();
        if (!before.status().over()) {
            Step step = live.decide(view.podsOf(before.plan().id()), cancelled(view), epochClock.epochNanos());
            RunRecord next = before.after(step.status(), clock.instant());
            store(view, live, before, next);
            live.accept(next);
            live.carryOut(step.actions());
        }
        ResolveStep.note(view, before.spec());
        view.session().become(state, state.with(TuningStatus.note(view, live.record(), state.hosts())));
        return Outcome.proceed();
    }

    private static Optional<String> cancelled(RunView view) {
        return Boolean.TRUE.equals(view.run().getSpec().cancel())
                ? Optional.of("spec.cancel is true")
                : Optional.empty();
    }

    private void store(RunView view, LiveRun live, RunRecord before, RunRecord next) {
        if (next.completionTime().isPresent() && before.completionTime().isEmpty()) {
            results.keep(view.ref(), live.evidence(next, view.podsOf(next.plan().id())));
        }
        if (!next.decidesLike(before)) {
            records.save(view.ref(), next);
        }
    }
}
