package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunCredentials;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.kubernetes.DeletionByUid;
import io.jgbench.operator.kubernetes.Namespaces;
import io.jgbench.operator.kubernetes.NodeReadiness;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.metrics.MemberMetrics;
import io.jgbench.operator.metrics.RunMetrics;
import io.jgbench.operator.plan.NodeViews;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.pod.MemberPods;
import io.jgbench.operator.pod.MemberSettings;
import io.jgbench.operator.pod.RestorePods;
import io.jgbench.operator.reconcile.begin.CancelStep;
import io.jgbench.operator.reconcile.begin.FirstRepetition;
import io.jgbench.operator.reconcile.begin.LeftoversStep;
import io.jgbench.operator.reconcile.begin.PortsStep;
import io.jgbench.operator.reconcile.begin.ReserveStep;
import io.jgbench.operator.reconcile.begin.ResolveStep;
import io.jgbench.operator.reconcile.begin.RunStacks;
import io.jgbench.operator.reconcile.begin.SuspendStep;
import io.jgbench.operator.reconcile.clear.AbandonedStep;
import io.jgbench.operator.reconcile.clear.Cleanup;
import io.jgbench.operator.reconcile.clear.EndPodsStep;
import io.jgbench.operator.reconcile.clear.FinishStep;
import io.jgbench.operator.reconcile.clear.NodesFreedStep;
import io.jgbench.operator.reconcile.clear.PodDeletion;
import io.jgbench.operator.reconcile.clear.RetireStep;
import io.jgbench.operator.reconcile.clear.StoreStep;
import io.jgbench.operator.reconcile.clear.TimeToLive;
import io.jgbench.operator.reconcile.clear.UnconfirmedStep;
import io.jgbench.operator.reconcile.deleted.DeletedRun;
import io.jgbench.operator.reconcile.deleted.DeletedRuns;
import io.jgbench.operator.reconcile.deleted.FormerFinalizer;
import io.jgbench.operator.reconcile.drive.DriveStep;
import io.jgbench.operator.reconcile.drive.LoadStep;
import io.jgbench.operator.reconcile.drive.NextRepetitionStep;
import io.jgbench.operator.reconcile.drive.ProgressStep;
import io.jgbench.operator.reconcile.drive.RunVersions;
import io.jgbench.operator.reconcile.end.ConcludeStep;
import io.jgbench.operator.reconcile.end.CountStep;
import io.jgbench.operator.reconcile.end.EarlyEnd;
import io.jgbench.operator.reconcile.end.FullResult;
import io.jgbench.operator.reconcile.end.GiveUpStep;
import io.jgbench.operator.reconcile.end.UnreadableStep;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.restore.TunerEnds;
import io.jgbench.operator.reconcile.state.RunState.Abandoned;
import io.jgbench.operator.reconcile.state.RunState.Cleared;
import io.jgbench.operator.reconcile.state.RunState.Concluded;
import io.jgbench.operator.reconcile.state.RunState.Driven;
import io.jgbench.operator.reconcile.state.RunState.Unseen;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.Sessions;
import io.jgbench.operator.reconcile.state.SideBySide;
import io.jgbench.operator.reserve.NodeLeases;
import io.jgbench.operator.reserve.QueuePlaces;
import io.jgbench.operator.reserve.RunQueue;
import io.jgbench.operator.result.BookedResults;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultBudget;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.spool.Spool;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.time.SteadyClock;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Puts a reconciler together.
 *
 * @param client the API server
 * @param leaseNamespace where the Leases of nodes are
 * @param isWatched whether the operator looks after the runs of a namespace
 * @param members how members are made
 * @param ports their ports
 * @param wallClock for times that others read, and for those that are compared with them
 * @param steadyClock for waits and deadlines, and for the starts that are given out
 * @param executor for what nobody waits for
 * @param runMetrics what runs come to
 * @param memberMetrics what members do meanwhile
 * @param archive stores full results
 * @param memory for reports; the archive's as well
 * @param suites the suites that are there
 * @param budget what full results may take in ConfigMaps
 * @param timeToLive of runs that are over and declare none; empty if they stay
 */
@RecordBuilder
public record ReconcilerParts(
        KubernetesClient client,
        String leaseNamespace,
        Predicate<String> isWatched,
        MemberSettings members,
        PortAssignment ports,
        Clock wallClock,
        EpochClock steadyClock,
        Executor executor,
        RunMetrics runMetrics,
        MemberMetrics memberMetrics,
        ResultArchive archive,
        ReportMemory memory,
        Function<SuiteRef, Optional<BenchmarkSuite>> suites,
        ResultBudget budget,
        Optional<Duration> timeToLive) {

    /** The reconciler. */
    public BenchmarkRunReconciler reconciler() {
        return new Assembly(this).reconciler();
    }

    /** The steps alone, each time those of an operator that knows nothing of any run yet. */
    StateSteps steps() {
        return new Assembly(this).steps();
    }

    /** What several steps share, made once. */
    private static final class Assembly {
        private final ReconcilerParts parts;
        private final RunQueue queue;
        private final Wakeups wakeups;
        private final TunerEnds tunerEnds = new TunerEnds();
        private final Sessions sessions = new Sessions();
        private final RunRecords records;
        private final RunCredentials credentials;
        private final ResultStore results;
        private final NodeLeases leases;
        private final MemberPods pods;
        private final LiveRuns liveRuns;
        private final Cleanup cleanup;
        private final PodDeletion podDeletion;
        private final HostRestores restores;
        private final FormerFinalizer formerFinalizer;
        private final DeletedRuns deletedRuns;
        private final UnreadableStep unreadable = new UnreadableStep();
        private final FullResult fullResult;
        private final EarlyEnd earlyEnd;
        private final Clock steadyInstants;
        private final GiveUpStep giveUp;
        private final DriveStep drive;
        private final EndPodsStep endPods;

        Assembly(ReconcilerParts parts) {
            this.parts = parts;
            KubernetesClient client = parts.client;
            EpochClock steadyClock = parts.steadyClock;
            var spool = Spool.temporary();
            queue = new RunQueue(new QueuePlaces(parts.suites, parts.wallClock));
            wakeups = new Wakeups(queue);
            records = new RunRecords(client);
            credentials = new RunCredentials(client, parts.wallClock);
            results = new ResultStore(client, spool);
            leases = new NodeLeases(client, parts.leaseNamespace, parts.wallClock, parts.isWatched);
            pods = new MemberPods(client);
            liveRuns = new LiveRuns(credentials, pods, parts.members, steadyClock, parts.memberMetrics, spool);
            cleanup = new Cleanup(leases, credentials, results, records, wakeups::wakeQueued);
            podDeletion = new PodDeletion(pods, steadyClock);
            restores = new HostRestores(new RestorePods(client, parts.members), new NodeReadiness(client), steadyClock);
            formerFinalizer = new FormerFinalizer(client);
            deletedRuns = new DeletedRuns(
                    sessions,
                    new DeletedRun(
                            podDeletion, new Namespaces(client), cleanup, leases, tunerEnds, restores, steadyClock),
                    leases,
                    formerFinalizer);
            fullResult = new FullResult(results, new BookedResults(parts.budget), parts.archive.isThere());
            steadyInstants = new SteadyClock(steadyClock);
            earlyEnd = new EarlyEnd(results, fullResult, parts.memory, steadyInstants);
            giveUp = new GiveUpStep(earlyEnd, fullResult, steadyClock);
            drive = new DriveStep(records, results, parts.budget, parts.memory, steadyClock);
            endPods = new EndPodsStep(pods, steadyClock);
        }

        BenchmarkRunReconciler reconciler() {
            return new BenchmarkRunReconciler(
                    sessions,
                    queue,
                    wakeups,
                    steps(),
                    deletedRuns,
                    formerFinalizer,
                    new WatchedObjects(
                            new NodeViews(parts.members.policy().placement().nodeSelector()), tunerEnds, wakeups),
                    new Transitions(parts.client, parts.executor, parts.wallClock),
                    parts.runMetrics,
                    parts.steadyClock,
                    parts.wallClock);
        }

        StateSteps steps() {
            return new StateSteps(unseen(), waiting(), driven(), concluded(), List.of(giveUp), abandoned(), cleared());
        }

        private List<RunStep<? super Unseen>> unseen() {
            var versions = new RunVersions(parts.client);
            return List.of(
                    giveUp,
                    new LoadStep(
                            records,
                            liveRuns,
                            leases,
                            restores,
                            earlyEnd,
                            fullResult,
                            versions::isLatest,
                            parts.steadyClock,
                            wakeups::wake));
        }

        private List<RunStep<? super Waiting>> waiting() {
            var stacks = new RunStacks(parts.client);
            return List.of(
                    unreadable,
                    giveUp,
                    new LeftoversStep(cleanup, leases),
                    new CancelStep(),
                    new SuspendStep(restores),
                    new ResolveStep(stacks, steadyInstants, parts.members.rules()),
                    new PortsStep(parts.ports),
                    new ReserveStep(
                            queue,
                            leases,
                            cleanup,
                            restores,
                            new FirstRepetition(records, liveRuns, parts.ports, stacks, wakeups::wake),
                            steadyInstants,
                            deletedRuns::clear));
        }

        private List<RunStep<? super Driven>> driven() {
            return List.of(
                    unreadable,
                    giveUp,
                    drive,
                    new ProgressStep(),
                    new ConcludeStep(results, fullResult, parts.memory, steadyInstants),
                    endPods,
                    new NextRepetitionStep(records, liveRuns, wakeups::wake));
        }

        private List<RunStep<? super Concluded>> concluded() {
            return List.of(
                    drive,
                    new CountStep(parts.runMetrics),
                    endPods,
                    new FinishStep(cleanup, leases, tunerEnds, restores));
        }

        private List<RunStep<? super Abandoned>> abandoned() {
            return List.of(new AbandonedStep(podDeletion, cleanup, leases, restores, records));
        }

        private List<RunStep<? super Cleared>> cleared() {
            var timeToLive = new TimeToLive(
                    parts.timeToLive, parts.members.policy().limits().longestTimeToLive());
            return List.of(
                    new NodesFreedStep(),
                    new SideBySide<>(List.of(
                            new StoreStep(parts.archive, steadyInstants, wakeups::wake),
                            new UnconfirmedStep(leases, restores))),
                    new RetireStep(new DeletionByUid(parts.client), parts.wallClock, parts.steadyClock, timeToLive));
        }
    }
}
