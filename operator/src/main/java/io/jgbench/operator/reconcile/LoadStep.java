package io.jgbench.operator.reconcile;

import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.drive.RunRecords.UnreadableRecordException;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.status.Conditions;
import java.util.function.Consumer;

/** Finds out, when a run is seen for the first time, whether another operator has begun it, and goes on with it then. */
final class LoadStep implements RunStep {
    private final RunRecords records;
    private final LiveRuns liveRuns;
    private final Consumer<RunRef> wake;

    LoadStep(RunRecords records, LiveRuns liveRuns, Consumer<RunRef> wake) {
        this.records = records;
        this.liveRuns = liveRuns;
        this.wake = wake;
    }

    @Override
    public Outcome take(RunView view) {
        view.draft().runId(view.ref().runId());
        var session = view.session();
        if (session.isLoaded()) {
            return Outcome.proceed();
        }
        try {
            records.load(view.ref())
                    .ifPresentOrElse(
                            record -> session.drive(liveRuns.open(
                                    view.ref(), view.run().getSpec(), record, () -> wake.accept(view.ref()))),
                            () -> nothingBegun(view));
            session.loaded();
            return Outcome.proceed();
        } catch (UnreadableRecordException e) {
            session.loaded();
            return Abort.run(view, Conditions.MEMBERS_READY, "RecordUnreadable", e.getMessage());
        }
    }

    private static void nothingBegun(RunView view) {
        if (Conditions.isTrue(view.run(), Conditions.FINISHED)) {
            view.session().cleared();
        }
    }
}
