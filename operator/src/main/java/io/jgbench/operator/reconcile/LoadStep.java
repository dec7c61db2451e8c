package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.drive.RunRecords.UnreadableRecordException;
import io.jgbench.operator.kubernetes.RunRef;
import java.util.function.Consumer;

/** Finds out, when a run is seen for the first time, whether another operator has begun it, and goes on with it then. */
final class LoadStep implements RunStep {
    private final RunRecords records;
    private final LiveRuns liveRuns;
    private final EpochClock clock;
    private final Consumer<RunRef> wake;

    LoadStep(RunRecords records, LiveRuns liveRuns, EpochClock clock, Consumer<RunRef> wake) {
        this.records = records;
        this.liveRuns = liveRuns;
        this.clock = clock;
        this.wake = wake;
    }

    @Override
    public Outcome take(RunView view) {
        view.draft().runId(view.ref().runId());
        if (view.session().isLoaded()) {
            return Outcome.proceed();
        }
        try {
            records.load(view.ref()).ifPresentOrElse(record -> found(view, record), () -> nothingFound(view));
        } catch (UnreadableRecordException e) {
            if (!view.run().isTrue(ConditionType.FINISHED)) {
                return Abort.lost(view, ConditionReason.RECORD_UNREADABLE, e.getMessage());
            }
        }
        view.session().loaded();
        return Outcome.proceed();
    }

    /** A record that says that nobody was asked for anything is of a run that could not begin. */
    private void found(RunView view, RunRecord record) {
        var session = view.session();
        boolean hasBegun = record.repetition() > 1 || record.status().phase() != RunPhase.PENDING;
        boolean isAbandoned = view.run().isTrue(ConditionType.FINISHED)
                && (session.isGivenUp() || record.completionTime().isEmpty());
        if (!hasBegun) {
            session.mayLeaveSomething();
        } else if (!isAbandoned) {
            session.drive(liveRuns.open(
                    view.ref(),
                    view.run().getSpec(),
                    record.resumed(clock.epochNanos()),
                    () -> wake.accept(view.ref())));
        }
    }

    /** The record goes last, so that a run without one has nothing else; but that it has nothing may not be said yet. */
    private static void nothingFound(RunView view) {
        boolean isReleased = view.run().hasReason(ConditionType.NODES_RESERVED, ConditionReason.RELEASED);
        if (isReleased && view.run().isTrue(ConditionType.FINISHED)) {
            view.session().cleared();
        }
    }
}
