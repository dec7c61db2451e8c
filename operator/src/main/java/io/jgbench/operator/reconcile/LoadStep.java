package io.jgbench.operator.reconcile;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.drive.LiveRun;
import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.drive.RunRecords.UnreadableRecordException;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.RunState.Unseen;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * On the first reconciliation of a run: finds out whether another operator has begun it, and continues it in that case.
 */
final class LoadStep implements RunStep<Unseen> {
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
    public Outcome take(RunView view, Unseen state) {
        StatusAsRead published = view.published();
        try {
            Optional<RunRecord> record = records.load(view.ref());
            RunState next = record.filter(found -> state.drives(found, published))
                    .<RunState>map(found -> state.drive(open(view, found), published))
                    .orElseGet(() -> state.without(record, published));
            view.session().become(state, next);
        } catch (UnreadableRecordException e) {
            if (!published.isFinished()) {
                return Abort.lost(view, ConditionReason.RECORD_UNREADABLE, e.getMessage());
            }
            view.session().become(state, state.abandoned(published));
        }
        return Outcome.proceed();
    }

    private LiveRun open(RunView view, RunRecord record) {
        return liveRuns.open(
                view.ref(), view.run().getSpec(), record.resumed(clock.epochNanos()), () -> wake.accept(view.ref()));
    }
}
