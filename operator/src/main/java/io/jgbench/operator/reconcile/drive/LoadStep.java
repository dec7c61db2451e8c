package io.jgbench.operator.reconcile.drive;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.drive.LiveRun;
import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.drive.RunRecords.UnreadableRecordException;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.UnreadableFields;
import io.jgbench.operator.reconcile.end.ConcludeStep;
import io.jgbench.operator.reconcile.end.EarlyEnd;
import io.jgbench.operator.reconcile.end.FullResult;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunState.Unseen;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.StatusAsRead;
import io.jgbench.operator.reconcile.status.Abort;
import io.jgbench.operator.reserve.NodeLeases;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out, on the first reconciliation of a run, what another operator has done about it, and takes the run to the
 * state that follows.
 *
 * <ul>
 *   <li>A run that has begun is continued from its record. The record counts how many operators have done so in one
 *       phase: a run that takes one operator after the other down is given up.
 *   <li>A run without a record waits to begin, or is over.
 *   <li>A run that cannot continue is ended: its spec or record cannot be read, its record was removed or is older than
 *       its figures, or others have its nodes, which are taken before there is a record.
 *   <li>A run that a newer operator drove is left alone, record and members, so that it goes on when that one is back.
 * </ul>
 */
public final class LoadStep implements RunStep<Unseen> {
    /** The most operators that continue a run in one phase. An upgrade, a drained node and a few crashes are fewer. */
    static final int MOST_TAKEOVERS = 8;

    private static final Duration AGAIN_IF_NEWER = Duration.ofSeconds(30);
    private static final Duration AGAIN_IF_OUTDATED = Duration.ofSeconds(1);

    private static final String OUTDONE = "The operator that has read the reports ended before it could store them: the"
            + " record of the run is older than its figures.";

    private static final Logger LOG = LoggerFactory.getLogger(LoadStep.class);

    private final RunRecords records;
    private final LiveRuns liveRuns;
    private final NodeLeases leases;
    private final HostRestores restores;
    private final EarlyEnd earlyEnd;
    private final FullResult fullResult;
    private final Predicate<BenchmarkRun> isLatest;
    private final EpochClock clock;
    private final Consumer<RunRef> wake;

    /**
     * With these.
     *
     * @param isLatest whether the API server has no later version of a run than this one
     */
    public LoadStep(
            RunRecords records,
            LiveRuns liveRuns,
            NodeLeases leases,
            HostRestores restores,
            EarlyEnd earlyEnd,
            FullResult fullResult,
            Predicate<BenchmarkRun> isLatest,
            EpochClock clock,
            Consumer<RunRef> wake) {
        this.records = records;
        this.liveRuns = liveRuns;
        this.leases = leases;
        this.restores = restores;
        this.earlyEnd = earlyEnd;
        this.fullResult = fullResult;
        this.isLatest = isLatest;
        this.clock = clock;
        this.wake = wake;
    }

    @Override
    public StepOutcome take(RunView view, Unseen state) {
        Optional<RunRecord> record;
        try {
            record = records.load(view.ref());
        } catch (UnreadableRecordException e) {
            return withUnreadableRecord(view, state, e);
        }
        if (record.isEmpty() && mayBeOver(view)) {
            return StepOutcome.lookAgainAfter(AGAIN_IF_OUTDATED);
        }
        Optional<String> unreadable = UnreadableFields.ofSpec(view.run());
        if (unreadable.isPresent()) {
            return withUnreadableSpec(view, state, record, unreadable.get());
        }
        return record.isPresent() ? withRecord(view, state, record.get()) : withoutRecord(view, state);
    }

    /**
     * The operator before wrote that the run is over, and removed its record; what is watched may be behind, even so
     * far that the run still waits for its nodes there.
     */
    private boolean mayBeOver(RunView view) {
        return !view.published().isFinished() && !isLatest.test(view.run());
    }

    private StepOutcome withUnreadableRecord(RunView view, Unseen state, UnreadableRecordException e) {
        if (view.published().isFinished()) {
            return become(view, state, state.abandoned());
        }
        return e.isNewer() && mayWaitForANewerOperator(view)
                ? leaveAlone(view, e.getMessage())
                : Abort.lost(view, ConditionReason.RECORD_UNREADABLE, e.getMessage());
    }

    /** Somebody went back to an older operator. It waits for no longer than the run could have its nodes anyway. */
    private boolean mayWaitForANewerOperator(RunView view) {
        return !Boolean.TRUE.equals(view.run().getSpec().cancel()) && leases.areHeldInTime(view.ref());
    }

    /** The members go on by themselves and keep what they measure, as while no operator is there. */
    private static StepOutcome leaveAlone(RunView view, String why) {
        view.draft().condition(ConditionType.SUCCEEDED, Status.UNKNOWN, ConditionReason.RECORD_UNREADABLE, why);
        return StepOutcome.lookAgainAfter(AGAIN_IF_NEWER);
    }

    /** Nobody can tell what the run was to do, so it is not begun and not continued. One that is over stays so. */
    private StepOutcome withUnreadableSpec(RunView view, Unseen state, Optional<RunRecord> record, String unreadable) {
        StatusAsRead published = view.published();
        if (published.isFinished()) {
            return become(view, state, state.without(record, false, published));
        }
        String why = UnreadableFields.refusal("run", unreadable);
        if (published.hasFigures()) {
            return fullResult.finishWithout(view, why);
        }
        return published.hasNodes()
                ? Abort.lost(view, ConditionReason.SPEC_UNREADABLE, why)
                : Abort.run(view, ConditionType.MEMBERS_READY, ConditionReason.SPEC_UNREADABLE, why);
    }

    private StepOutcome withoutRecord(RunView view, Unseen state) {
        StatusAsRead published = view.published();
        if (published.isFinished()) {
            return become(view, state, state.without(Optional.empty(), false, published));
        }
        if (hasPods(view)) {
            view.session().become(state, state.giveUp());
            return end(view, removedRecord(view.ref()));
        }
        // looked for once, as a run that waits, or is suspended, may do so for long
        return become(view, state, state.without(Optional.empty(), leases.areHeld(view.ref()), published));
    }

    /** Whether a run has begun that is not over: no pod is made before the record says so. */
    private static boolean hasPods(RunView view) {
        return view.published().hasNodes() && !view.pods().isEmpty();
    }

    /** To begin again would put members beside those that live, and lose what earlier repetitions measured. */
    private static String removedRecord(RunRef run) {
        return "The record of the run in ConfigMap " + run.runId()
                + " was removed while its members were there. Apply the run again, and let nobody but the operator"
                + " remove ConfigMaps of its namespace.";
    }

    private StepOutcome withRecord(RunView view, Unseen state, RunRecord record) {
        StatusAsRead published = view.published();
        if (!state.drives(record, published)) {
            return become(view, state, state.without(Optional.of(record), false, published));
        }
        if (published.isFinished()) {
            return drive(view, state, record);
        }
        Optional<String> ofOthers = nodesOfOthers(view.ref(), record);
        if (ofOthers.isPresent()) {
            view.session().become(state, state.giveUp());
            return end(view, ofOthers.get());
        }
        if (!state.isReadAgain() && record.takeovers() >= MOST_TAKEOVERS) {
            view.session().become(state, state.giveUp());
            return giveUp(view, state, record);
        }
        if (isOutdone(record, published)) {
            view.session().become(state, state.giveUp());
            return fullResult.finishWithout(view, OUTDONE);
        }
        return drive(view, state, record);
    }

    /** Why the nodes of a record are not the run's; empty if they are, or if the run may have freed them already. */
    private Optional<String> nodesOfOthers(RunRef run, RunRecord record) {
        boolean mayBeFreed = ConcludeStep.isDue(record);
        Set<String> others =
                mayBeFreed ? Set.of() : leases.notHeldBy(run, record.plan().nodes());
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("The record in ConfigMap " + run.runId() + " places the run on "
                        + String.join(", ", others)
                        + ", but the run holds no Lease there: the Leases were removed, as with the operator's"
                        + " namespace, or somebody else wrote the record. Apply the run again, and let nobody but the"
                        + " operator write ConfigMaps of its namespace.");
    }

    /** The run cannot go on from its record. */
    private StepOutcome end(RunView view, String why) {
        return view.published().hasFigures()
                ? fullResult.finishWithout(view, why)
                : Abort.lost(view, ConditionReason.RECORD_UNREADABLE, why);
    }

    /** To go on from such a record would put what is left of the members in the place of what they have measured. */
    private static boolean isOutdone(RunRecord record, StatusAsRead published) {
        return published.hasFigures() && record.completionTime().isEmpty();
    }

    /** One operator looks for what was measured. Where that takes it down as well, the next one does not. */
    private StepOutcome giveUp(RunView view, Unseen state, RunRecord record) {
        String why = "The operator was restarted " + MOST_TAKEOVERS
                + " times while the run was in one phase, and gives it up. Look into the log of its last container.";
        if (view.published().hasFigures()) {
            return fullResult.finishWithout(view, why);
        }
        if (!state.isGivenUp() && record.takeovers() > MOST_TAKEOVERS) {
            return Abort.lost(view, ConditionReason.INTERNAL_ERROR, why);
        }
        RunRecord counted = state.isGivenUp() ? record : count(view, record.takenOver());
        return earlyEnd.end(view, counted, new ReconcileFailure(ConditionReason.INTERNAL_ERROR, why));
    }

    private StepOutcome drive(RunView view, Unseen state, RunRecord record) {
        boolean isTakeover = !view.published().isFinished() && !state.isReadAgain();
        RunRecord counted = isTakeover ? count(view, record.takenOver()) : record;
        LiveRun live = liveRuns.open(
                view.ref(), view.run().getSpec(), counted.resumed(clock.epochNanos()), () -> wake.accept(view.ref()));
        return become(view, state, state.drive(live, view.published()));
    }

    private Waiting withPods(RunRef run, Waiting waiting) {
        return restores.mayHavePodsFromBefore(run) ? waiting.restoringNodes() : waiting;
    }

    /** Before anything is done about the run, which may end this operator. */
    private RunRecord count(RunView view, RunRecord record) {
        try {
            records.save(view.ref(), record);
        } catch (KubernetesClientException e) {
            if (!ReconcileFailure.isRefusal(e)) {
                throw e;
            }
            LOG.warn("Cannot count that {} is continued: {}", view.ref().path(), e.getMessage());
        }
        return record;
    }

    private StepOutcome become(RunView view, Unseen state, RunState next) {
        view.session().become(state, next instanceof Waiting waiting ? withPods(view.ref(), waiting) : next);
        return StepOutcome.proceed();
    }
}
