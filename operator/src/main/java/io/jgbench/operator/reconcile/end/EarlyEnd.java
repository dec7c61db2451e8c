package io.jgbench.operator.reconcile.end;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunFailure;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.Abort;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.result.ResultStore.EvidenceLostException;
import io.jgbench.operator.result.ResultStore.ResultTooLargeException;
import io.jgbench.operator.spool.SpoolFile;
import java.time.Clock;
import java.util.Optional;

/**
 * Ends a run that cannot continue with the repetitions that it has measured, as one that is cancelled ends with them.
 * It has not succeeded, and is not valid, as it is not what was asked for.
 */
public final class EarlyEnd {
    private final ResultStore results;
    private final FullResult fullResult;
    private final ReportMemory memory;
    private final Clock clock;

    /**
     * With these results.
     *
     * @param memory for reports
     */
    public EarlyEnd(ResultStore results, FullResult fullResult, ReportMemory memory, Clock clock) {
        this.results = results;
        this.fullResult = fullResult;
        this.memory = memory;
        this.clock = clock;
    }

    /**
     * Says why the run ends, with what it has measured; that all is lost where no repetition is over, or what they left
     * behind cannot be read.
     */
    public RunStep.StepOutcome end(RunView view, RunRecord record, ReconcileFailure why) {
        int measured = measured(record);
        if (measured == 0 || ConcludeStep.isDue(record)) {
            return Abort.lost(view, why.reason(), why.message());
        }
        Optional<ReportMemory.Turn> turn = memory.tryTake(Optional.empty());
        if (turn.isEmpty()) {
            return RunStep.StepOutcome.lookAgainAfter(ConcludeStep.WHILE_OTHERS_HAVE_THE_MEMORY);
        }
        try (ReportMemory.Turn _ = turn.get();
                SpoolFile texts = results.texts()) {
            return end(view, record, new RepetitionResults(results).first(view, measured, texts), why);
        } catch (EvidenceLostException e) {
            return Abort.lost(view, why.reason(), why.message() + " " + e.getMessage());
        } catch (KubernetesClientException e) {
            if (ReconcileFailure.of(e).isEmpty()) {
                // it may be read the next time, and clearing away would remove it
                throw e;
            }
            return Abort.lost(view, why.reason(), why.message());
        }
    }

    private static int measured(RunRecord record) {
        return record.completionTime().isPresent() ? record.repetition() : record.repetition() - 1;
    }

    private RunStep.StepOutcome end(RunView view, RunRecord record, RepetitionsResult measured, ReconcileFailure why) {
        String message = "%d of %d repetitions are over. %s"
                .formatted(measured.runs().size(), record.spec().repetitions(), why.message());
        var failure = new RunFailure(reason(why), reached(record), message);
        RepetitionsResult result = RepetitionResults.withUnfinished(view, measured, record, failure);
        RepetitionResults.note(view, result, record.plan(), clock.instant());
        Abort.fail(view, ConditionReason.FAILED, message);
        publish(view, result);
        return RunStep.StepOutcome.lookAgainAfter(Abort.AGAIN);
    }

    private static FailureReason reason(ReconcileFailure why) {
        return why.reason() == ConditionReason.API_REFUSED ? FailureReason.API_REFUSED : FailureReason.INTERNAL_ERROR;
    }

    /** How far the repetition has come that follows those that are over. */
    private static RunPhase reached(RunRecord record) {
        return record.completionTime().isPresent() ? RunPhase.PENDING : record.stageReached();
    }

    /** What refuses the run may refuse its full result, too, which is not waited for once more. */
    private void publish(RunView view, RepetitionsResult result) {
        try {
            fullResult.publish(view, result);
        } catch (ResultTooLargeException e) {
            fullResult.giveUp(view, e.getMessage());
        } catch (KubernetesClientException e) {
            if (!ReconcileFailure.isRefusal(e)) {
                throw e;
            }
            fullResult.giveUp(view, "The API server refused to store it: " + e.getMessage());
        }
    }
}
