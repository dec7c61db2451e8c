package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunCredentials;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.kubernetes.DeletionByUid;
import io.jgbench.operator.kubernetes.Namespaces;
import io.jgbench.operator.kubernetes.NodeReadiness;
import io.jgbench.operator.metrics.MemberMetrics;
import io.jgbench.operator.metrics.RunMetrics;
import io.jgbench.operator.plan.NodeViews;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.pod.MemberPods;
import io.jgbench.operator.pod.MemberSettings;
import io.jgbench.operator.pod.RestorePods;
import io.jgbench.operator.reserve.NodeLeases;
import io.jgbench.operator.reserve.RunQueue;
import io.jgbench.operator.result.BookedResults;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultBudget;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.spool.Spool;
import io.jgbench.operator.storage.ResultArchive;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * Puts a reconciler together.
 *
 * @param client the API server
 * @param leaseNamespace where the Leases of nodes are
 * @param isWatched whether the operator looks after the runs of a namespace
 * @param members how members are made
 * @param ports their ports
 * @param clock the wall clock
 * @param epochClock the clock that starts are given out by
 * @param executor for what nobody waits for
 * @param runMetrics what runs come to
 * @param memberMetrics what members do meanwhile
 * @param archive stores full results
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
        Clock clock,
        EpochClock epochClock,
        Executor executor,
        RunMetrics runMetrics,
        MemberMetrics memberMetrics,
        ResultArchive archive,
        ResultBudget budget,
        Optional<Duration> timeToLive) {

    /** The reconciler. */
    public BenchmarkRunReconciler reconciler() {
        var queue = new RunQueue();
        var wakeups = new Wakeups(queue);
        var records = new RunRecords(client);
        var credentials = new RunCredentials(client, clock);
        var spool = Spool.temporary();
        var memory = ReportMemory.ofProcess();
        var results = new ResultStore(client, spool);
        var leases = new NodeLeases(client, leaseNamespace, clock, isWatched);
        var pods = new MemberPods(client);
        var liveRuns = new LiveRuns(credentials, pods, members, epochClock, memberMetrics, spool);
        var cleanup = new Cleanup(leases, credentials, results, records, wakeups::wakeQueued);
        var podDeletion = new PodDeletion(pods, epochClock);
        var tunerEnds = new TunerEnds();
        var restores = new HostRestores(new RestorePods(client, members), new NodeReadiness(client), epochClock);
        var sessions = new Sessions();
        var formerFinalizer = new FormerFinalizer(client);
        var deletedRuns = new DeletedRuns(
                sessions,
                new DeletedRun(podDeletion, new Namespaces(client), cleanup, leases, tunerEnds, restores),
                leases,
                formerFinalizer);
        var giveUp = new GiveUpStep(epochClock);
        var drive = new DriveStep(records, results, budget, memory, epochClock, clock);
        var endPods = new EndPodsStep(pods, epochClock);
        var unreadable = new UnreadableStep();
        var steps = new StateSteps(
                List.of(giveUp, new LoadStep(records, liveRuns, leases, epochClock, wakeups::wake)),
                List.of(
                        unreadable,
                        giveUp,
                        new LeftoversStep(cleanup),
                        new CancelStep(),
                        new SuspendStep(restores),
                        new ResolveStep(client, clock, members.rules()),
                        new PortsStep(ports),
                        new ReserveStep(
                                queue,
                                leases,
                                records,
                                liveRuns,
                                cleanup,
                                ports,
                                clock,
                                wakeups::wake,
                                deletedRuns::clear,
                                restores)),
                List.of(
                        unreadable,
                        giveUp,
                        drive,
                        new ProgressStep(),
                        new ConcludeStep(results, new BookedResults(budget), memory, clock, archive.isThere()),
                        endPods,
                        new NextRepetitionStep(records, liveRuns, clock, wakeups::wake)),
                List.of(
                        drive,
                        new CountStep(runMetrics),
                        endPods,
                        new FinishStep(cleanup, leases, tunerEnds, restores)),
                List.of(giveUp),
                List.of(new AbandonedStep(podDeletion, cleanup, leases, restores)),
                List.of(
                        new NodesFreedStep(),
                        new StoreStep(archive, clock, wakeups::wake),
                        new UnconfirmedStep(leases, restores),
                        new RetireStep(
                                new DeletionByUid(client),
                                clock,
                                new TimeToLive(
                                        timeToLive, members.policy().limits().longestHold()))));
        return new BenchmarkRunReconciler(
                sessions,
                queue,
                wakeups,
                steps,
                deletedRuns,
                formerFinalizer,
                tunerEnds,
                new Transitions(client, executor, clock),
                runMetrics,
                new NodeViews(members.policy().placement().nodeSelector()),
                epochClock,
                clock);
    }
}
