package io.jgbench.operator.reconcile;

import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkRunStatus;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.drive.RunRecords.OutdatedRecordException;
import io.jgbench.operator.kubernetes.DeletionEventSource;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.PrimaryByUid;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.UnreadableFields;
import io.jgbench.operator.kubernetes.UnreadableLog;
import io.jgbench.operator.metrics.RunMetrics;
import io.jgbench.operator.reconcile.deleted.DeletedRuns;
import io.jgbench.operator.reconcile.deleted.FormerFinalizer;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.reconcile.state.Sessions;
import io.jgbench.operator.reserve.RunQueue;
import io.jgbench.operator.status.StatusDraft;
import io.jgbench.operator.time.CarriedTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs benchmarks: looks at a run, has the steps of its state look at it in turn, and patches the status if it says
 * something new. Nothing waits here; whoever finds something wakes the run.
 */
@ControllerConfiguration(name = BenchmarkRunReconciler.NAME, fieldManager = Labels.OPERATOR)
public final class BenchmarkRunReconciler implements Reconciler<BenchmarkRun>, AutoCloseable {
    /** The controller's name. */
    public static final String NAME = "benchmarkrun";

    private static final Logger LOG = LoggerFactory.getLogger(BenchmarkRunReconciler.class);
    private static final Duration AGAIN_IF_UNSAID = Duration.ofSeconds(1);

    private final Sessions sessions;
    private final RunQueue queue;
    private final Wakeups wakeups;
    private final StateSteps steps;
    private final DeletedRuns deletedRuns;
    private final FormerFinalizer formerFinalizer;
    private final WatchedObjects watched;
    private final Transitions transitions;
    private final RunMetrics metrics;
    private final EpochClock steadyClock;
    private final Clock wallClock;
    private final UnreadableLog unreadableLog = new UnreadableLog();
    private volatile Supplier<Stream<BenchmarkRun>> known = Stream::empty;

    BenchmarkRunReconciler(
            Sessions sessions,
            RunQueue queue,
            Wakeups wakeups,
            StateSteps steps,
            DeletedRuns deletedRuns,
            FormerFinalizer formerFinalizer,
            WatchedObjects watched,
            Transitions transitions,
            RunMetrics metrics,
            EpochClock steadyClock,
            Clock wallClock) {
        this.sessions = sessions;
        this.queue = queue;
        this.wakeups = wakeups;
        this.steps = steps;
        this.deletedRuns = deletedRuns;
        this.formerFinalizer = formerFinalizer;
        this.watched = watched;
        this.transitions = transitions;
        this.metrics = metrics;
        this.steadyClock = steadyClock;
        this.wallClock = wallClock;
    }

    @Override
    public List<EventSource<?, BenchmarkRun>> prepareEventSources(EventSourceContext<BenchmarkRun> context) {
        known = () -> context.getPrimaryCache().list(run -> true);
        wakeups.runsFrom(known);
        metrics.countFrom(known);
        List<EventSource<?, BenchmarkRun>> sources = new ArrayList<>(watched.sources(context));
        sources.add(wakeups.eventSource());
        sources.add(new DeletionEventSource<>(this::leaves));
        return sources;
    }

    private void leaves(BenchmarkRun run) {
        forget(RunRef.of(run));
        deletedRuns.clear(run);
    }

    private void forget(RunRef run) {
        unreadableLog.forget(run.uid());
        metrics.hideFiguresOf(run.uid());
        queue.forget(run.uid());
    }

    /**
     * Ends from now on what is left of runs that are deleted, and of those that were before; to be called once, when
     * this replica leads. Returns at once.
     */
    public void lead() {
        deletedRuns.lead();
        known.get().filter(BenchmarkRun::isMarkedForDeletion).forEach(deletedRuns::clear);
    }

    @Override
    public UpdateControl<BenchmarkRun> reconcile(BenchmarkRun run, Context<BenchmarkRun> context) throws Exception {
        RunRef ref = RunRef.of(run);
        Session session = sessions.of(ref);
        return session.alone(() -> isThere(ref, context) ? reconcile(run, session, context) : isGone(ref));
    }

    /** A run may have been deleted since this reconciliation was triggered; nothing must be made for it then. */
    private static boolean isThere(RunRef ref, Context<BenchmarkRun> context) {
        return PrimaryByUid.find(context, ref.resourceId(), ref.uid())
                .filter(there -> !there.isMarkedForDeletion())
                .isPresent();
    }

    private UpdateControl<BenchmarkRun> isGone(RunRef ref) {
        sessions.forget(ref);
        forget(ref);
        return UpdateControl.noUpdate();
    }

    private UpdateControl<BenchmarkRun> reconcile(BenchmarkRun run, Session session, Context<BenchmarkRun> context)
            throws Exception {
        unreadableLog.see(run);
        formerFinalizer.remove(run);
        if (isClearedUnsaid(run, session)) {
            return UpdateControl.noUpdate();
        }
        RunView view = view(run, session, context);
        session.backoff(session.backoff().tryAgain());
        RunState before = session.state();
        session.become(before, before.seeing(view.published()));
        view.draft().runId(view.ref().runId());
        try {
            RunStep.StepOutcome outcome = steps.take(view);
            // a status is written by name, and would be that of the next run of the name
            return isThere(view.ref(), context) ? control(view, outcome) : UpdateControl.noUpdate();
        } catch (OutdatedRecordException e) {
            session.readAgain();
            throw e;
        } finally {
            if (!isThere(view.ref(), context)) {
                // it was deleted meanwhile, and has been forgotten before this was noted of it
                forget(view.ref());
            }
            if (session.state() instanceof RunState.Cleared) {
                // it may stay for long, and its choice keeps all nodes as they were
                queue.forget(view.ref().uid());
            }
        }
    }

    /** Whether nothing is left of a run that cannot be read, in whose status the API server lets nobody say so. */
    private static boolean isClearedUnsaid(BenchmarkRun run, Session session) {
        return UnreadableFields.ofSpec(run).isPresent()
                && session.state() instanceof RunState.Cleared
                && !run.isTrue(ConditionType.FINISHED);
    }

    private RunView view(BenchmarkRun run, Session session, Context<BenchmarkRun> context) {
        RunRef ref = RunRef.of(run);
        run.setStatus(RunRef.statusOf(run).orElse(null));
        session.cached(run.getStatus());
        session.written().ifPresent(run::setStatus);
        var now = new CarriedTime(wallClock.instant(), steadyClock.epochNanos());
        if (run.isTrue(ConditionType.FINISHED)) {
            session.clock().seenOver(now);
        }
        Instant runTime = session.runTime(now);
        return new RunView(
                run,
                ref,
                session,
                WatchedObjects.podsOf(ref, context),
                watched::nodes,
                () -> runs(context),
                runTime,
                new StatusDraft(run.getStatus(), run.getMetadata().getGeneration(), now.wall()).endingAt(runTime));
    }

    private List<BenchmarkRun> runs(Context<BenchmarkRun> context) {
        List<BenchmarkRun> there = context.getPrimaryCache().list(run -> true).toList();
        return there.stream().map(this::latest).toList();
    }

    private BenchmarkRun latest(BenchmarkRun cached) {
        return sessions.written(RunRef.of(cached))
                .map(status -> with(cached, status))
                .orElse(cached);
    }

    private static BenchmarkRun with(BenchmarkRun run, BenchmarkRunStatus status) {
        var other = new BenchmarkRun();
        other.setMetadata(run.getMetadata());
        other.setSpec(run.getSpec());
        other.setStatus(status);
        return other;
    }

    private UpdateControl<BenchmarkRun> control(RunView view, RunStep.StepOutcome outcome) {
        var status = view.draft().build();
        if (SuiteRef.ownerUid(view.run()).isEmpty()) {
            metrics.showFigures(view.ref(), status);
        }
        UpdateControl<BenchmarkRun> control;
        if (status.equals(view.run().getStatus())) {
            control = UpdateControl.noUpdate();
        } else {
            transitions.announce(view.run(), status, view.session().announced());
            view.session().wrote(status);
            wakeThoseBehind(view.run(), with(view.run(), status));
            control = UpdateControl.patchStatus(patch(view.run(), status));
        }
        Optional<Duration> again = outcome instanceof RunStep.StepOutcome.Done(var delay) ? delay : Optional.empty();
        return again.map(control::rescheduleAfter).orElse(control);
    }

    private static BenchmarkRun patch(BenchmarkRun run, BenchmarkRunStatus status) {
        var fresh = new BenchmarkRun();
        fresh.getMetadata().setNamespace(run.getMetadata().getNamespace());
        fresh.getMetadata().setName(run.getMetadata().getName());
        fresh.setStatus(status);
        return fresh;
    }

    /**
     * Whoever has nodes wakes those that wait when it frees them. A run without nodes does so when its status begins to
     * say that nobody has to wait for it; its spec may have said so before, as that of a run that was suspended.
     */
    private void wakeThoseBehind(BenchmarkRun before, BenchmarkRun after) {
        boolean hasNodes = after.isTrue(ConditionType.NODES_RESERVED);
        boolean saysSomethingElse = !stage(before).equals(stage(after));
        if (!hasNodes && queue.standsAside(after) && (saysSomethingElse || !queue.standsAside(before))) {
            wakeups.wakeQueued(RunRef.of(after));
        }
    }

    private static Optional<ConditionReason> stage(BenchmarkRun run) {
        return run.condition(ConditionType.SUCCEEDED).flatMap(StatusCondition::knownReason);
    }

    /**
     * A status that may not have been written is made and written again. What is in the run's way is tried again too,
     * and said meanwhile, as it takes somebody to remove it.
     */
    @Override
    public ErrorStatusUpdateControl<BenchmarkRun> updateErrorStatus(
            BenchmarkRun run, Context<BenchmarkRun> context, Exception error) {
        RunRef ref = RunRef.of(run);
        if (!isThere(ref, context)) {
            return ErrorStatusUpdateControl.<BenchmarkRun>noStatusUpdate().withNoRetry();
        }
        run.setStatus(RunRef.statusOf(run).orElse(null));
        Session session = sessions.of(ref);
        session.writingFailed();
        if (UnreadableFields.ofSpec(run).isPresent()) {
            return clearUnsaid(run, session, error);
        }
        Optional<ReconcileFailure> failure = ReconcileFailure.of(error);
        session.backoff(session.backoff().fail(failure, steadyClock.epochNanos()));
        if (failure.isEmpty() || run.isTrue(ConditionType.FINISHED)) {
            return ErrorStatusUpdateControl.defaultErrorProcessing();
        }
        var status = new StatusDraft(run.getStatus(), observedGeneration(run), wallClock.instant())
                .condition(
                        ConditionType.SUCCEEDED,
                        Status.UNKNOWN,
                        failure.get().reason(),
                        failure.get().message())
                .build();
        transitions.announce(run, status, session.announced());
        session.wrote(status);
        wakeThoseBehind(run, with(run, status));
        return ErrorStatusUpdateControl.patchStatus(patch(run, status));
    }

    /** A generation at which the operator failed was not observed, unless it is the first one. */
    private static long observedGeneration(BenchmarkRun run) {
        return Optional.ofNullable(run.getStatus())
                .map(BenchmarkRunStatus::observedGeneration)
                .orElse(run.getMetadata().getGeneration());
    }

    /**
     * An API server refuses each change of an object that does not fit its definition, some changes of its status
     * included. The Event tells what is wrong, and what the run may have left is cleared away all the same.
     */
    private ErrorStatusUpdateControl<BenchmarkRun> clearUnsaid(BenchmarkRun run, Session session, Exception error) {
        if (session.state() instanceof RunState.Unseen unseen) {
            LOG.warn(
                    "Cannot write into the status of {} that its spec cannot be read: {}",
                    RunRef.of(run).path(),
                    error.getMessage());
            session.become(unseen, unseen.abandoned());
        }
        ErrorStatusUpdateControl<BenchmarkRun> control = ErrorStatusUpdateControl.noStatusUpdate();
        return isClearedUnsaid(run, session)
                ? control.withNoRetry()
                : control.withNoRetry().rescheduleAfter(AGAIN_IF_UNSAID);
    }

    /** Closes the connections to the members of all runs under way. The runs continue. */
    @Override
    public void close() {
        deletedRuns.close();
        sessions.letGo();
    }
}
