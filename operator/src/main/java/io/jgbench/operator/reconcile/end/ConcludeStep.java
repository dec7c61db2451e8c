package io.jgbench.operator.reconcile.end;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.operator.drive.LiveRun;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reconcile.state.RunState.Driven;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.Abort;
import io.jgbench.operator.reconcile.status.LiveStatus;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.result.ResultStore.EvidenceLostException;
import io.jgbench.operator.result.ResultStore.ResultTooLargeException;
import io.jgbench.operator.spool.SpoolFile;
import io.jgbench.operator.status.StatusDraft;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When the last repetition's outcome stands: puts all of them together, and says what they come to. The status has the
 * figures before the full result is stored, so that a quota, an admission webhook or a full store costs the latter
 * alone. The run is finished when it is stored, or was refused for long enough.
 */
public final class ConcludeStep implements RunStep<Driven> {
    /** Time for a disturbance to pass; the run has its nodes meanwhile. Counted from the first refusal. */
    public static final Duration PATIENCE = Duration.ofMinutes(1);

    /** One run is concluded in seconds. */
    public static final Duration WHILE_OTHERS_HAVE_THE_MEMORY = Duration.ofSeconds(1);

    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final ResultStore results;
    private final Clock clock;
    private final FullResult fullResult;
    private final ReportMemory memory;

    /**
     * With these results.
     *
     * @param memory for reports
     */
    public ConcludeStep(ResultStore results, FullResult fullResult, ReportMemory memory, Clock clock) {
        this.results = results;
        this.fullResult = fullResult;
        this.memory = memory;
        this.clock = clock;
    }

    @Override
    public StepOutcome take(RunView view, Driven state) {
        LiveRun live = state.repetition();
        RunRecord record = live.record();
        if (!isDue(record)) {
            return StepOutcome.proceed();
        }
        Optional<ReportMemory.Turn> turn = memory.tryTake(reportBytes(live, record));
        if (turn.isEmpty()) {
            return StepOutcome.lookAgainAfter(WHILE_OTHERS_HAVE_THE_MEMORY);
        }
        try (ReportMemory.Turn _ = turn.get();
                SpoolFile texts = results.texts()) {
            return conclude(view, live, new RepetitionResults(results).first(view, record.repetition(), texts));
        } catch (EvidenceLostException e) {
            if (view.published().hasFigures()) {
                fullResult.finishWithout(view, e.getMessage());
            } else {
                Abort.lost(view, ConditionReason.EVIDENCE_LOST, e.getMessage());
            }
            return StepOutcome.proceed();
        }
    }

    /** Unknown where another operator has fetched them. */
    private static Optional<Long> reportBytes(LiveRun live, RunRecord record) {
        return Optional.of(live.reportBytes()).filter(bytes -> bytes > 0).map(bytes -> bytes * record.repetition());
    }

    /** Whether nothing is left to measure. */
    public static boolean isDue(RunRecord record) {
        return record.endsTheRun() && record.completionTime().isPresent();
    }

    private StepOutcome conclude(RunView view, LiveRun live, RepetitionsResult result) {
        RepetitionResults.note(view, result, live.record().plan(), clock.instant());
        explain(view, live);
        if (!view.published().hasFigures()) {
            noteUnfinished(view.draft());
            return StepOutcome.lookAgainAfter(AT_ONCE);
        }
        try {
            fullResult.publish(view, result);
        } catch (ResultTooLargeException e) {
            fullResult.giveUp(view, e.getMessage());
        } catch (KubernetesClientException e) {
            if (!ReconcileFailure.isRefusal(e) || isEarly(view)) {
                throw e;
            }
            fullResult.giveUp(view, "The API server refused to store it: " + e.getMessage());
        }
        return StepOutcome.proceed();
    }

    private boolean isEarly(RunView view) {
        Instant now = clock.instant();
        return Duration.between(view.session().unstored().refusedSince(now), now)
                        .compareTo(PATIENCE)
                < 0;
    }

    private static void noteUnfinished(StatusDraft draft) {
        String message = "What the members measured stands here; the full result is being stored.";
        draft.unfinished()
                .condition(ConditionType.FINISHED, Status.FALSE, ConditionReason.UNDER_WAY, message)
                .condition(ConditionType.SUCCEEDED, Status.UNKNOWN, ConditionReason.COLLECTING, message);
    }

    /** What Kubernetes says of a pod that never ran tells more than that its member was late. */
    private static void explain(RunView view, LiveRun live) {
        RunRecord record = live.record();
        boolean neverStarted = record.status().failure().isPresent()
                && !record.status().phaseBegan().containsKey(RunPhase.JOINING);
        if (neverStarted) {
            LiveStatus.problem(record, view.podsOf(record.plan().id()), live.launchProblem())
                    .ifPresent(problem -> view.draft()
                            .condition(ConditionType.MEMBERS_READY, Status.FALSE, problem.reason(), problem.message()));
        }
    }
}
