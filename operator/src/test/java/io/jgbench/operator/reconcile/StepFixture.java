package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.coordination.protocol.HostNetwork;
import io.jgbench.coordination.protocol.MemberPhase;
import io.jgbench.coordination.protocol.MemberState;
import io.jgbench.coordination.protocol.StartState;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.run.Failure;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.MemberStatus;
import io.jgbench.coordination.run.NoProgress;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import io.jgbench.coordination.run.RunStatusBuilder;
import io.jgbench.coordination.spec.InvalidSpecException;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.cluster.FakeApiServer;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.drive.LiveRun;
import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunCredentials;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.NodeReadiness;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.metrics.MemberMetrics;
import io.jgbench.operator.metrics.RunMetrics;
import io.jgbench.operator.plan.Assignment;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.plan.StackTexts;
import io.jgbench.operator.pod.MemberPods;
import io.jgbench.operator.pod.MemberSettings;
import io.jgbench.operator.pod.PodSettings;
import io.jgbench.operator.pod.RestorePods;
import io.jgbench.operator.policy.RunPolicy;
import io.jgbench.operator.reconcile.clear.Cleanup;
import io.jgbench.operator.reconcile.end.EarlyEnd;
import io.jgbench.operator.reconcile.end.FullResult;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.restore.TunerEnds;
import io.jgbench.operator.reconcile.state.KnownHosts;
import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.RepetitionIds;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.reconcile.state.StatusAsRead;
import io.jgbench.operator.reserve.NodeLeases;
import io.jgbench.operator.result.BookedResults;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultBudget;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.spool.Spool;
import io.jgbench.operator.status.StatusDraft;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A run of two members on two nodes, and all that steps of its reconciliation are made of, on a fake API server. */
public final class StepFixture implements AutoCloseable {
    public static final Instant BEGIN = Instant.parse("2026-11-01T10:00:00Z");
    public static final RunRef REF = new RunRef("lab", "run", "uid");

    /** How long a run can have its nodes. */
    public static final Duration LONGEST = Duration.ofHours(1);

    public final FakeApiServer api = new FakeApiServer();
    public final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    public final Session session = new Session();
    public final List<RunRef> woken = new ArrayList<>();
    public final Clock clock = new MovedClock();
    public final RunRecords records = new RunRecords(api.client());
    final RunCredentials credentials = new RunCredentials(api.client(), clock);
    public final ResultStore results = new ResultStore(api.client());
    public final NodeLeases leases = new NodeLeases(api.client(), "operator", clock, _ -> true);
    public final MemberPods memberPods = new MemberPods(api.client());
    public final RunMetrics metrics = new RunMetrics(registry);
    public final PortAssignment ports = new PortAssignment(7800, 27_800);

    /** The runs that have woken whoever waits for their nodes. */
    public final List<RunRef> haveFreedNodes = new ArrayList<>();

    public final Cleanup cleanup = new Cleanup(leases, credentials, results, records, haveFreedNodes::add);
    public final FullResult fullResult = new FullResult(results, new BookedResults(ResultBudget.DEFAULT), false);
    public final EarlyEnd earlyEnd = new EarlyEnd(results, fullResult, ReportMemory.ofProcess(), clock);
    final MemberSettings members = new MemberSettings(
            "lab/member:1",
            "IfNotPresent",
            List.of(),
            Optional.empty(),
            "1",
            Optional.empty(),
            "1Gi",
            "@/app/cp",
            RunPolicy.defaults(),
            PodSettings.NONE);
    public final LiveRuns liveRuns = new LiveRuns(
            credentials, memberPods, members, this::nowEpochNanos, new MemberMetrics(registry), Spool.temporary());
    public final TunerEnds tunerEnds = new TunerEnds();
    public final HostRestores restores = new HostRestores(
            new RestorePods(api.client(), members), new NodeReadiness(api.client()), this::nowEpochNanos);

    public BenchmarkRun run;
    public List<Pod> pods = List.of();
    public List<NodeView> nodes = List.of(node(0), node(1));
    private Duration passed = Duration.ZERO;

    public StepFixture() {
        declare("members: 2, messages: 1000, messageSize: 1k");
        nodes.forEach(node -> api.client().resource(node(node.name(), "True")).create());
    }

    /** The run is declared with this spec. */
    public void declare(String spec) {
        run = RunYaml.parsed(REF.name(), spec);
        run.getMetadata().setNamespace(REF.namespace());
        run.getMetadata().setUid(REF.uid());
        run.getMetadata().setGeneration(1L);
        run.getMetadata().setCreationTimestamp(BEGIN.toString());
    }

    public void pass(Duration time) {
        passed = passed.plus(time);
    }

    public long nowEpochNanos() {
        return BEGIN.plus(passed).getEpochSecond() * 1_000_000_000L;
    }

    public RunSpec spec() {
        try {
            return new RunSpecResolver(source -> StackTexts.find(source, Optional.empty()))
                    .resolve(REF.name(), run.getSpec());
        } catch (InvalidSpecException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The run waits, with its spec resolved, as an operator has it that sees it for the first time. */
    public RunState.Waiting waiting() {
        return is(new RunState.Waiting(Optional.of(spec()), Optional.empty(), false, true, false));
    }

    /** A repetition is driven that has just begun. */
    public RunState.Driven driven() {
        return driven(begun(1));
    }

    public RunState.Driven driven(RunRecord record) {
        return is(new RunState.Driven(open(record), KnownHosts.NONE, PodTermination.NOT_YET));
    }

    public RunState.Concluded concluded(RunRecord record) {
        return is(new RunState.Concluded(open(record), KnownHosts.NONE, PodTermination.NOT_YET, false));
    }

    /** Nothing of the run is left to clear away, and its status says what is left to do. */
    public RunState.Cleared cleared() {
        return is(RunState.Cleared.of(StatusAsRead.of(run)));
    }

    /** The session is in this state. */
    public <S extends RunState> S is(S state) {
        return session.become(session.state(), state);
    }

    private LiveRun open(RunRecord record) {
        return liveRuns.open(REF, run.getSpec(), record, () -> woken.add(REF));
    }

    /** The record of a repetition that begins. */
    public RunRecord begun(int repetition) {
        return RunRecord.begin(
                spec(),
                repetition,
                Plan.of(RepetitionIds.of(REF, repetition), List.of(assignment(0), assignment(1))),
                BEGIN);
    }

    /** The record of a repetition whose members are being started. */
    public RunRecord started(int repetition) {
        return begun(repetition).after(status(repetition, RunPhase.STARTING, Optional.empty(), false), BEGIN);
    }

    /** The record of a repetition whose first member has warmed up. The second warms up and sees this many members. */
    public RunRecord warmsUp(int seenBySecond) {
        RunStatus started = started(1).status();
        var armed = RunStatusBuilder.builder(started)
                .phase(RunPhase.ARMED)
                .phaseBegan(Map.of(
                        RunPhase.STARTING, nowEpochNanos(),
                        RunPhase.JOINING, nowEpochNanos(),
                        RunPhase.ARMED, nowEpochNanos()))
                .members(List.of(member(0, MemberPhase.ARMED, 2), member(1, MemberPhase.ARMING, seenBySecond)))
                .build();
        return started(1).after(armed, clock.instant());
    }

    private static MemberStatus member(int index, MemberPhase phase, int membersSeen) {
        String name = "member-" + index;
        return MemberStatus.unknown(index, name)
                .answered(new MemberState(
                        REF.runId() + "-1",
                        name,
                        phase,
                        StartState.NONE,
                        membersSeen,
                        0,
                        0,
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        HostNetwork.UNKNOWN,
                        Optional.empty()));
    }

    /** The record of a repetition that failed and of which nothing is left to be stopped. */
    public RunRecord failed(int repetition) {
        var failure = new Failure(FailureReason.START_TIMEOUT, "member-0 did not come up within 2m.");
        return started(repetition)
                .after(status(repetition, RunPhase.FAILED, Optional.of(failure), true), clock.instant());
    }

    /** The record of a repetition whose members run and make no progress since then. */
    public RunRecord stalled(int repetition) {
        var stall = new NoProgress(nowEpochNanos(), 1_234_567);
        return begun(repetition)
                .after(
                        status(repetition, RunPhase.RUNNING, Optional.of(stall), Optional.empty(), false),
                        clock.instant());
    }

    private RunStatus status(int repetition, RunPhase phase, Optional<Failure> failure, boolean over) {
        return status(repetition, phase, Optional.empty(), failure, over);
    }

    private RunStatus status(
            int repetition, RunPhase phase, Optional<NoProgress> stall, Optional<Failure> failure, boolean over) {
        RunStatus pending = begun(repetition).status();
        return new RunStatus(
                pending.runId(),
                phase,
                Map.of(RunPhase.STARTING, nowEpochNanos()),
                nowEpochNanos() + Duration.ofMinutes(2).toNanos(),
                pending.members(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                stall,
                failure,
                over);
    }

    /** What a step is given to look at now. */
    public RunView view() {
        return new RunView(run, REF, session, pods, () -> nodes, () -> List.of(run), clock.instant(), draft());
    }

    private StatusDraft draft() {
        return new StatusDraft(run.getStatus(), 1, clock.instant());
    }

    /** What a repetition left behind is stored. */
    public void keep(RunEvidence evidence) {
        try {
            results.keep(REF, evidence, Long.MAX_VALUE);
        } catch (ResultStore.ResultTooLargeException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The run's status has conditions. */
    public void stands(Map<ConditionType, Status> conditions) {
        stands(conditions, ReasonWord.of("Test"));
    }

    public void stands(Map<ConditionType, Status> conditions, ReasonWord reason) {
        StatusDraft draft = draft();
        conditions.forEach((type, status) -> draft.condition(type, status, reason, "As the test has it."));
        run.setStatus(draft.build());
    }

    /** The run's status says on which nodes its members stand. */
    public void standsOn(String... names) {
        StatusDraft draft = draft();
        draft.perMember(IntStream.range(0, names.length)
                .mapToObj(index -> StatusMember.planned("member-" + index, names[index], true))
                .toList());
        run.setStatus(draft.build());
    }

    /** What a reconciliation came to stands in the run's status. */
    public void publish(RunView view) {
        run.setStatus(view.draft().build());
    }

    /** A condition as a view's draft has it. */
    public static StatusCondition drafted(RunView view, ConditionType type) {
        return view.draft().build().condition(type).orElseThrow();
    }

    /** A pod of a member, as a cache has it and as the API server does. */
    public Pod pod(int member, String status) {
        Pod pod = Serialization.unmarshal("""
                metadata:
                  name: %1$s-1-member-%2$d
                  namespace: lab
                  labels:
                    app.kubernetes.io/name: %3$s
                    jgbench.io/member: member-%2$d
                    jgbench.io/run-id: %1$s
                    jgbench.io/repetition-id: %1$s-1
                spec: {nodeName: node-%2$d, containers: [{name: member}]}
                status: {%4$s}
                """.formatted(REF.runId(), member, Labels.MEMBER_APP, status), Pod.class);
        api.client().resource(pod).create();
        return pod;
    }

    /** A pod of a member of a run that changes its hosts, whose tuner has ended like that. */
    public Pod tunedPod(int member, String tuner) {
        return tunedPod(member, "Failed", tuner);
    }

    /** A pod of a member of a run that changes its hosts, and what is known of its tuner. */
    public Pod tunedPod(int member, String phase, String tuner) {
        Pod pod = pod(member, "phase: " + phase + ", initContainerStatuses: [{name: tune, " + tuner + "}]");
        pod.getSpec()
                .setInitContainers(List.of(new ContainerBuilder()
                        .withName("tune")
                        .withRestartPolicy("Always")
                        .build()));
        return pod;
    }

    /** How a tuner ends that says this of its host. */
    public static String ended(String outcome) {
        return "state: " + end(outcome);
    }

    /** The state of a container of such a tuner. */
    public static String end(String outcome) {
        return "{terminated: {exitCode: 0, message: '{\"runId\":\"r\",\"outcome\":\"" + outcome
                + "\",\"networkInterface\":null,\"bond\":null,\"settings\":[],\"problems\":[]}'}}";
    }

    /** The names of the pods that restore nodes. */
    public List<String> restorePods() {
        return api.names("pods").stream()
                .filter(name -> name.contains("-restore-"))
                .toList();
    }

    private PodResource restorePod(String node) {
        return api.client().pods().inNamespace(REF.namespace()).withName(REF.runId() + "-restore-" + node);
    }

    /** A pod that restores a node is so. */
    public void restorePodIs(String node, String status) {
        restorePod(node).patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":" + status + "}");
    }

    /** Somebody has taken the labels off a pod that restores a node. */
    public void restorePodHasNoLabels(String node) {
        restorePod(node).patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"labels\":null}}");
    }

    /** A pod that restores a node was made at this moment. */
    public void restorePodIsMadeNow(String node) {
        restorePod(node)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"creationTimestamp\":\"" + clock.instant() + "\"}}");
    }

    /** A pod that restores a node has done it, and left a setting as it is. */
    public void restorePodLeavesAlone(String node, String setting) {
        String report = "{\\\"runId\\\":\\\"r\\\",\\\"outcome\\\":\\\"RESTORED\\\",\\\"networkInterface\\\":null,"
                + "\\\"bond\\\":null,\\\"settings\\\":[],\\\"problems\\\":[\\\"" + setting + "\\\"]}";
        restorePodIs(
                node,
                "{\"phase\":\"Succeeded\",\"containerStatuses\":[{\"name\":\"tune\",\"state\":{\"terminated\":"
                        + "{\"exitCode\":0,\"message\":\"" + report + "\"}}}]}");
    }

    /** A pod that restores a node is being deleted. */
    public void restorePodLeaves(String node) {
        restorePod(node)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"deletionTimestamp\":\"2026-11-01T10:00:00Z\"}}");
    }

    /** Makes this number of ready nodes and returns their names. */
    public List<String> hasNodes(int count) {
        int before = nodes.size();
        nodes = IntStream.range(0, count).mapToObj(index -> node(index)).toList();
        nodes.stream()
                .skip(before)
                .forEach(
                        node -> api.client().resource(node(node.name(), "True")).create());
        return nodes.stream().map(NodeView::name).toList();
    }

    /** Whether the kubelet of a node tells that it is there. */
    public void nodeIsReady(String name, boolean isReady) {
        api.client().resource(node(name, isReady ? "True" : "Unknown")).update();
    }

    private static Node node(String name, String ready) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .withMessage("Kubelet stopped posting node status.")
                .endCondition()
                .endStatus()
                .build();
    }

    private static NodeView node(int index) {
        return new NodeView(
                "node-" + index, Map.of(), List.of(), false, Optional.of("10.0.0." + index), Optional.empty());
    }

    private static Assignment assignment(int index) {
        return new Assignment(index, "member-" + index, "node-" + index, "10.0.0." + index, 7800, 27_800);
    }

    @Override
    public void close() {
        session.letGo();
        api.close();
    }

    private final class MovedClock extends Clock {
        @Override
        public Instant instant() {
            return BEGIN.plus(passed);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
