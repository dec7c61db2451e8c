package io.jgbench.operator.suite;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.kubernetes.DeletionEventSource;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.operator.kubernetes.PrimaryByUid;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.UnreadableFields;
import io.jgbench.operator.kubernetes.UnreadableLog;
import io.jgbench.operator.metrics.SuiteMetrics;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.policy.PolicyRules;
import io.jgbench.operator.policy.SuiteRules;
import io.jgbench.operator.reconcile.Transitions;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.time.SteadyClock;
import io.jgbench.report.papers.PublishedFigures;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs suites: continues a suite when it or one of its runs changes, and patches its status if that says something
 * new. Nothing waits here.
 */
@ControllerConfiguration(name = BenchmarkSuiteReconciler.NAME, fieldManager = Labels.OPERATOR)
public final class BenchmarkSuiteReconciler implements Reconciler<BenchmarkSuite> {
    /** The controller's name. */
    public static final String NAME = "benchmarksuite";

    private static final Logger LOG = LoggerFactory.getLogger(BenchmarkSuiteReconciler.class);

    private final SuiteDriver driver;
    private final FinishedVisits finished;
    private final Transitions transitions;
    private final SuiteMetrics metrics;
    private final Clock wallClock;
    private final UnreadableLog unreadableLog = new UnreadableLog();
    private final Map<String, SuiteSession> sessions = new ConcurrentHashMap<>();
    private volatile Function<ResourceID, Optional<BenchmarkSuite>> suites = _ -> Optional.empty();

    /**
     * Through this client.
     *
     * @param executor for what nobody waits for
     * @param archive stores what suites came to
     * @param rules what suites and the runs of each cell have to keep
     * @param ports that their members get
     */
    public BenchmarkSuiteReconciler(
            KubernetesClient client,
            EpochClock steadyClock,
            Clock wallClock,
            Executor executor,
            SuiteMetrics metrics,
            ResultArchive archive,
            PolicyRules rules,
            PortAssignment ports) {
        SuiteRules limits = rules.ofSuites();
        var specs = new SuiteSpecs(client, rules, limits, ports);
        var digests = new DigestStore(client);
        PublishedFigures published = PublishedFigures.known();
        var baselines = new Baselines(client, specs, digests, published);
        var judge = new SuiteJudge(digests, baselines, published);
        var runs = new VisitRuns(client);
        var results = new ResultStore(client);
        this.finished = new FinishedVisits(runs);
        this.driver = new SuiteDriver(
                specs,
                baselines,
                judge,
                digests,
                new VisitSteps(digests, runs, results, wallClock, limits.longestHold()),
                finished,
                new SuiteArchive(archive, specs, judge, digests, runs, results, new SteadyClock(steadyClock)));
        this.transitions = new Transitions(client, executor, wallClock);
        this.metrics = metrics;
        this.wallClock = wallClock;
    }

    @Override
    public List<EventSource<?, BenchmarkSuite>> prepareEventSources(EventSourceContext<BenchmarkSuite> context) {
        suites = context.getPrimaryCache()::get;
        metrics.countFrom(() -> context.getPrimaryCache().list(suite -> true));
        var runs = new InformerEventSource<>(
                InformerEventSourceConfiguration.from(BenchmarkRun.class, BenchmarkSuite.class)
                        .withName("visits")
                        .withNamespacesInheritedFromController()
                        .withLabelSelector(ObjectLabels.SUITE)
                        .withInformerListLimit(LeanObjects.MOST_IN_A_LIST)
                        .withOnUpdateFilter((now, before) -> !stage(now).equals(stage(before)))
                        .withSecondaryToPrimaryMapper(BenchmarkSuiteReconciler::suiteOf)
                        .build(),
                context);
        return List.of(
                runs,
                new DeletionEventSource<>(suite -> forget(suite.getMetadata().getUid())));
    }

    /** A suite as it was seen last; empty where it is not there, or is another one of its name. */
    public Optional<BenchmarkSuite> find(SuiteRef ref) {
        return suites.apply(ref.resourceId())
                .filter(found -> ref.uid().equals(found.getMetadata().getUid()));
    }

    private static Set<ResourceID> suiteOf(BenchmarkRun run) {
        String name = run.getMetadata().getLabels().get(ObjectLabels.SUITE);
        return name == null
                ? Set.of()
                : Set.of(new ResourceID(name, run.getMetadata().getNamespace()));
    }

    /** What a suite looks at: whether a run is over, has its nodes, is to be stored, stays, or has hosts to restore. */
    static List<Boolean> stage(BenchmarkRun found) {
        BenchmarkRun run = RunRef.withOwnStatus(found);
        return List.of(
                run.isTrue(ConditionType.FINISHED),
                run.isTrue(ConditionType.NODES_RESERVED),
                run.hasReason(ConditionType.RESULTS_STORED, ConditionReason.STORING),
                run.getMetadata().getDeletionTimestamp() == null,
                run.hasReason(ConditionType.TUNING_VERIFIED, ConditionReason.RESTORE_UNCONFIRMED));
    }

    @Override
    public UpdateControl<BenchmarkSuite> reconcile(BenchmarkSuite suite, Context<BenchmarkSuite> context) {
        forgetMissing(context);
        if (suite.getMetadata().getDeletionTimestamp() != null) {
            return UpdateControl.noUpdate();
        }
        unreadableLog.see(suite);
        if (UnreadableFields.ofSpec(suite).isPresent() && suite.isTrue(SuiteConditionType.FINISHED)) {
            return UpdateControl.noUpdate();
        }
        SuiteRef ref = SuiteRef.of(suite);
        SuiteSession session = sessions.computeIfAbsent(ref.uid(), _ -> new SuiteSession());
        suite.setStatus(session.written().or(() -> SuiteRef.statusOf(suite)).orElse(null));
        var draft = new SuiteStatusDraft(suite, wallClock.instant()).suiteId(ref.id());
        Optional<Duration> again = driver.drive(suite, session, ownRuns(ref, context), draft);
        BenchmarkSuiteStatus status = draft.build();
        if (!isThere(ref, context)) {
            // a status is written by name, and would be that of the next suite of the name
            return UpdateControl.noUpdate();
        }
        metrics.show(ref, suite.getSpec().rounds(), status);
        if (!isThere(ref, context)) {
            // it was deleted meanwhile, and has been forgotten before its metrics were shown
            metrics.forget(ref.uid());
            return UpdateControl.noUpdate();
        }
        UpdateControl<BenchmarkSuite> control = control(suite, session, status);
        return again.map(control::rescheduleAfter).orElse(control);
    }

    private static boolean isThere(SuiteRef ref, Context<BenchmarkSuite> context) {
        return PrimaryByUid.find(context, ref.resourceId(), ref.uid()).isPresent();
    }

    private static List<BenchmarkRun> ownRuns(SuiteRef ref, Context<BenchmarkSuite> context) {
        return context.getSecondaryResourcesAsStream(BenchmarkRun.class)
                .filter(ref::owns)
                .map(RunRef::withOwnStatus)
                .toList();
    }

    /** A suite that was deleted while it was reconciled is known again after that. */
    private void forgetMissing(Context<BenchmarkSuite> context) {
        Set<String> missing = new HashSet<>(sessions.keySet());
        context.getPrimaryCache()
                .list(suite -> true)
                .forEach(suite -> missing.remove(suite.getMetadata().getUid()));
        missing.forEach(this::forget);
    }

    private void forget(String uid) {
        sessions.remove(uid);
        metrics.forget(uid);
        unreadableLog.forget(uid);
    }

    private UpdateControl<BenchmarkSuite> control(
            BenchmarkSuite suite, SuiteSession session, BenchmarkSuiteStatus status) {
        if (status.equals(suite.getStatus())) {
            return UpdateControl.noUpdate();
        }
        announce(suite, session, status);
        session.wrote(status);
        return UpdateControl.patchStatus(patch(suite, status));
    }

    private void announce(BenchmarkSuite suite, SuiteSession session, BenchmarkSuiteStatus after) {
        List<StatusCondition> changed = after.conditions().stream()
                .filter(condition -> known(suite).noneMatch(condition::agreesWith))
                .toList();
        List<StatusCondition> news = session.announced().unknown(changed).stream()
                .filter(condition -> !condition.isFor(SuiteConditionReason.UNDER_WAY))
                .filter(condition -> !condition.isFor(SuiteConditionReason.STORING))
                .toList();
        transitions.announce(suite, news, BenchmarkSuiteReconciler::warns);
    }

    private static Stream<StatusCondition> known(BenchmarkSuite suite) {
        return Stream.ofNullable(suite.getStatus()).flatMap(status -> status.conditions().stream());
    }

    private static boolean warns(StatusCondition condition) {
        return SuiteConditionReason.of(condition.reason())
                .filter(SuiteConditionReason::isAmiss)
                .isPresent();
    }

    private static BenchmarkSuite patch(BenchmarkSuite suite, BenchmarkSuiteStatus status) {
        var fresh = new BenchmarkSuite();
        fresh.getMetadata().setNamespace(suite.getMetadata().getNamespace());
        fresh.getMetadata().setName(suite.getMetadata().getName());
        fresh.setStatus(status);
        return fresh;
    }

    /** What is in the suite's way is tried again, and said meanwhile, as it takes somebody to remove it. */
    @Override
    public ErrorStatusUpdateControl<BenchmarkSuite> updateErrorStatus(
            BenchmarkSuite suite, Context<BenchmarkSuite> context, Exception error) {
        SuiteRef ref = SuiteRef.of(suite);
        if (!isThere(ref, context)) {
            return ErrorStatusUpdateControl.<BenchmarkSuite>noStatusUpdate().withNoRetry();
        }
        suite.setStatus(SuiteRef.statusOf(suite).orElse(null));
        SuiteSession session = sessions.computeIfAbsent(ref.uid(), _ -> new SuiteSession());
        session.writingFailed();
        session.forgetKept();
        if (UnreadableFields.ofSpec(suite).isPresent()) {
            LOG.warn(
                    "Cannot write into the status of suite {}/{} that its spec cannot be read: {}",
                    ref.namespace(),
                    ref.name(),
                    error.getMessage());
            return ErrorStatusUpdateControl.<BenchmarkSuite>noStatusUpdate().withNoRetry();
        }
        Optional<ReconcileFailure> failure = ReconcileFailure.of(error);
        if (failure.isEmpty()) {
            return ErrorStatusUpdateControl.defaultErrorProcessing();
        }
        try {
            finished.giveWay(ownRuns(ref, context));
        } catch (KubernetesClientException e) {
            error.addSuppressed(e);
        }
        var draft = SuiteStatusDraft.unobserved(suite, wallClock.instant());
        if (draft.isOver() && session.status().current().isEmpty()) {
            // what it came to stands, and nothing of it is measured any more
            return ErrorStatusUpdateControl.defaultErrorProcessing();
        }
        var status = draft.condition(
                        SuiteConditionType.SUCCEEDED,
                        Status.UNKNOWN,
                        failure.get().reason() == ConditionReason.API_REFUSED
                                ? SuiteConditionReason.API_REFUSED
                                : SuiteConditionReason.INTERNAL_ERROR,
                        failure.get().message())
                .build();
        announce(suite, session, status);
        session.wrote(status);
        return ErrorStatusUpdateControl.patchStatus(patch(suite, status));
    }
}
