package io.jgbench.operator.reconcile.drive;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.Step;
import io.jgbench.operator.drive.LiveRun;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.pod.PodView;
import io.jgbench.operator.reconcile.begin.ResolveStep;
import io.jgbench.operator.reconcile.end.ConcludeStep;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reconcile.state.RunState.Led;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.TuningStatus;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultBudget;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.result.ResultStore.ResultTooLargeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steps the run's machine once. What it decides is stored before anything is done about it, and what the members
 * reported before they are let go. What the API server refuses to store once the members measure costs no figure: it
 * stays in memory, and members that have the only other copy keep it until the figures stand in the status.
 */
public final class DriveStep implements RunStep<Led> {
    private static final Logger LOG = LoggerFactory.getLogger(DriveStep.class);

    private final RunRecords records;
    private final ResultStore results;
    private final ResultBudget budget;
    private final ReportMemory memory;
    private final EpochClock steadyClock;

    /** Stores records and reports there, within this budget and this memory. */
    public DriveStep(
            RunRecords records, ResultStore results, ResultBudget budget, ReportMemory memory, EpochClock steadyClock) {
        this.records = records;
        this.results = results;
        this.budget = budget;
        this.memory = memory;
        this.steadyClock = steadyClock;
    }

    @Override
    public StepOutcome take(RunView view, Led state) {
        LiveRun live = state.repetition();
        RunRecord before = live.record();
        if (!before.status().over()) {
            Step step = live.decide(
                    view.podsOf(before.plan().id()),
                    cancelled(view),
                    records.saveTakes(view.ref()),
                    steadyClock.epochNanos());
            RunRecord next = next(view, live, step);
            Optional<ReportMemory.Turn> turn =
                    memory.tryTake(Optional.of(isEnd(before, next) ? live.reportBytes() : 0));
            if (turn.isEmpty()) {
                return StepOutcome.lookAgainAfter(ConcludeStep.WHILE_OTHERS_HAVE_THE_MEMORY);
            }
            try (ReportMemory.Turn _ = turn.get()) {
                store(view, live, before, next);
            }
            live.accept(next);
            if (mayLetGo(view, next)) {
                live.carryOut(step.actions());
            }
        }
        ResolveStep.note(view, before.spec());
        view.session().become(state, state.with(TuningStatus.note(view, live.record(), state.hosts())));
        return StepOutcome.proceed();
    }

    /**
     * Only who has asked for the pods knows which of them were never made, and another operator may clear away. Nor
     * does another see what tuners said whose pods are gone.
     */
    private RunRecord next(RunView view, LiveRun live, Step step) {
        RunRecord before = live.record();
        RunRecord next = before.after(step.status(), view.now());
        if (next.completionTime().equals(before.completionTime())) {
            return next;
        }
        RunRecord end = next.neverLaunching(live.neverLaunched());
        return next.status().failure().isPresent() && isUntuned(view, before) ? end.untuning() : end;
    }

    private static boolean isUntuned(RunView view, RunRecord record) {
        return view.podsOf(record.plan().id()).values().stream().anyMatch(PodView::cannotBeTuned);
    }

    private static Optional<String> cancelled(RunView view) {
        return Boolean.TRUE.equals(view.run().getSpec().cancel())
                ? Optional.of("spec.cancel is true")
                : Optional.empty();
    }

    private static boolean isEnd(RunRecord before, RunRecord next) {
        return next.completionTime().isPresent() && before.completionTime().isEmpty();
    }

    private void store(RunView view, LiveRun live, RunRecord before, RunRecord next) {
        if (!next.decidesLike(before)) {
            keepAgain(view, next);
        }
        if (isEnd(before, next)) {
            keep(view, next, live.evidence(next, view.podsOf(next.plan().id())));
        }
        if (!next.decidesLike(before) || view.session().unstored().isRecordOutOfDate()) {
            save(view, before, next);
        }
    }

    /** What was refused once may be stored by now. Without it another operator could not finish the run. */
    private void keepAgain(RunView view, RunRecord record) {
        Map<String, RunEvidence> unstored = view.session().unstored().evidence();
        for (RunEvidence evidence : List.copyOf(unstored.values())) {
            try {
                results.keep(view.ref(), evidence, mostBytes(record));
            } catch (ResultTooLargeException e) {
                continue;
            } catch (KubernetesClientException e) {
                if (!ReconcileFailure.isRefusal(e)) {
                    throw e;
                }
                return;
            }
            unstored.remove(evidence.runId());
        }
    }

    private void keep(RunView view, RunRecord record, RunEvidence evidence) {
        try {
            results.keep(view.ref(), evidence, mostBytes(record));
        } catch (ResultTooLargeException e) {
            stayInMemory(view, evidence, e);
        } catch (KubernetesClientException e) {
            if (!ReconcileFailure.isRefusal(e)) {
                throw e;
            }
            stayInMemory(view, evidence, e);
        }
    }

    private static void stayInMemory(RunView view, RunEvidence evidence, Exception why) {
        LOG.warn(
                "What {} measured stays in memory, because it cannot be stored: {}",
                evidence.runId(),
                why.getMessage());
        view.session().unstored().evidence().put(evidence.runId(), evidence);
    }

    /**
     * What one repetition leaves behind may take its part of what the run's result may. A namespace that is full of
     * results refuses none: it goes when the run is over.
     */
    private long mostBytes(RunRecord record) {
        return budget.runBytes() / record.spec().repetitions();
    }

    /** Once the members have their start, another operator would find out from them what is decided. */
    private void save(RunView view, RunRecord before, RunRecord next) {
        try {
            records.save(view.ref(), next);
            view.session().unstored().recordIsOutOfDate(false);
        } catch (KubernetesClientException e) {
            boolean isReleased = before.status().phase().compareTo(RunPhase.RUNNING) >= 0;
            if (!isReleased || !ReconcileFailure.isRefusal(e)) {
                throw e;
            }
            LOG.warn(
                    "The record of {} is out of date, because it cannot be stored: {}",
                    view.ref().path(),
                    e.getMessage());
            view.session().unstored().recordIsOutOfDate(true);
        }
    }

    /**
     * To an operator that continues from a record without the end, members that are gone are lost. The next repetition
     * needs a record anyway; after the last one the figures in the status do as well.
     */
    private static boolean mayLetGo(RunView view, RunRecord next) {
        if (next.completionTime().isEmpty()) {
            return true;
        }
        if (!next.endsTheRun()) {
            return !view.session().unstored().isRecordOutOfDate();
        }
        boolean isStored = !view.session().unstored().isRecordOutOfDate()
                && view.session().unstored().evidence().isEmpty();
        return isStored || view.published().hasFigures();
    }
}
