package io.jgbench.operator.reconcile.drive;

import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.clear.EndPodsStep;
import io.jgbench.operator.reconcile.state.RepetitionIds;
import io.jgbench.operator.reconcile.state.RunState.Driven;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import java.util.function.Consumer;

/** When nothing of a repetition is left on its nodes: begins the next one. */
public final class NextRepetitionStep implements RunStep<Driven> {
    private final RunRecords records;
    private final LiveRuns liveRuns;
    private final Consumer<RunRef> wake;

    /**
     * Records the repetition and drives it.
     *
     * @param wake has the run reconciled when a member has news
     */
    public NextRepetitionStep(RunRecords records, LiveRuns liveRuns, Consumer<RunRef> wake) {
        this.records = records;
        this.liveRuns = liveRuns;
        this.wake = wake;
    }

    @Override
    public StepOutcome take(RunView view, Driven state) {
        RunRecord record = state.repetition().record();
        if (!record.endsTheRun()) {
            begin(view, state, record);
        }
        return StepOutcome.lookAgainAfter(EndPodsStep.AGAIN);
    }

    private void begin(RunView view, Driven state, RunRecord record) {
        int repetition = record.repetition() + 1;
        var plan = record.plan().forRepetition(RepetitionIds.of(view.ref(), repetition));
        var next = RunRecord.begin(record.spec(), repetition, plan, view.now());
        liveRuns.prepare(view.ref(), view.run().getSpec(), next);
        records.save(view.ref(), next);
        var live = liveRuns.open(view.ref(), view.run().getSpec(), next, () -> wake.accept(view.ref()));
        view.session().become(state, state.begin(live));
        wake.accept(view.ref());
    }
}
