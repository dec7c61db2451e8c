package io.jgbench.operator.reconcile.end;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.suite.DigestOf;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.reconcile.clear.StoreStep;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.result.BookedResults;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.result.ResultStore.ResultTooLargeException;
import io.jgbench.operator.status.StatusDraft;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores the full result of a run beside the figures of its status. */
public final class FullResult {
    private static final Logger LOG = LoggerFactory.getLogger(FullResult.class);
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final ResultStore results;
    private final BookedResults booked;
    private final boolean isStored;

    /**
     * In this store.
     *
     * @param booked what full results take
     * @param isStored whether there is a storage for full results beside them
     */
    public FullResult(ResultStore results, BookedResults booked, boolean isStored) {
        this.results = results;
        this.booked = booked;
        this.isStored = isStored;
    }

    /** Stores it, and notes where it is. */
    public void publish(RunView view, RepetitionsResult result) throws ResultTooLargeException {
        VisitMetadata.of(view.run())
                .ifPresent(visit -> results.publishDigest(
                        view.ref(), DigestOf.digest(visit.suite(), visit.coordinates(), visit.visit(), result)));
        view.draft()
                .resultsRef(results.publish(
                        view.ref(),
                        result,
                        bytes -> booked.book(view.run(), view.runs().get(), bytes)));
        if (isStored) {
            StoreStep.note(view.draft());
        }
    }

    /** It cannot be stored. A part of a result would be taken for all of it, so none stays. */
    public void giveUp(RunView view, String why) {
        booked.cancel(view.run());
        try {
            results.withdraw(view.ref());
        } catch (KubernetesClientException e) {
            LOG.warn("A part of the full result of {} stays: {}", view.ref().path(), e.getMessage());
        }
        noteNotStored(view.draft(), why);
    }

    /**
     * Another operator has said what was measured, and had it in memory alone: the status is all that is left of it, so
     * what the run came to is read there.
     */
    public RunStep.StepOutcome finishWithout(RunView view, String why) {
        giveUp(view, why);
        finish(view.run(), view.draft());
        return RunStep.StepOutcome.lookAgainAfter(AT_ONCE);
    }

    /** Both conditions speak of a run under way since its figures stand; two others still say how it ended. */
    private static void finish(BenchmarkRun run, StatusDraft draft) {
        String message = "The run is over; what was measured stands here.";
        draft.condition(ConditionType.FINISHED, Status.TRUE, reasonOfEnd(run), message)
                .completed();
        boolean allReported = run.isTrue(ConditionType.RESULTS_COLLECTED);
        if (allReported && run.isTrue(ConditionType.VALID)) {
            draft.condition(ConditionType.SUCCEEDED, Status.TRUE, ConditionReason.PASSED, message);
            return;
        }
        boolean completed = allReported && !run.hasReason(ConditionType.VALID, Finding.Reason.RUN_FAILED);
        draft.condition(
                ConditionType.SUCCEEDED,
                Status.FALSE,
                completed ? ConditionReason.INVALID : ConditionReason.FAILED,
                run.condition(allReported ? ConditionType.VALID : ConditionType.RESULTS_COLLECTED)
                        .map(StatusCondition::message)
                        .orElse(message));
    }

    private static ConditionReason reasonOfEnd(BenchmarkRun run) {
        return run.condition(ConditionType.RESULTS_COLLECTED)
                .flatMap(StatusCondition::knownReason)
                .filter(ConditionReason::endsEarly)
                .orElse(ConditionReason.COMPLETED);
    }

    /** Notes that there is none. */
    static void noteNotStored(StatusDraft draft, String why) {
        draft.condition(
                ConditionType.RESULTS_STORED,
                Status.FALSE,
                ConditionReason.RESULTS_NOT_STORED,
                "There is no full result, and the figures of the run's status stand. " + why);
    }
}
