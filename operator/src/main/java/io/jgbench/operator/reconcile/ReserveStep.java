package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusMembers;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.drive.LiveRuns;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.NodeChoice.Outcome.Chosen;
import io.jgbench.operator.plan.NodeChoice.Outcome.TooFew;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.plan.Plan;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.pod.MemberPod;
import io.jgbench.operator.reconcile.RunState.Awaited;
import io.jgbench.operator.reconcile.RunState.Waiting;
import io.jgbench.operator.reserve.NodeLeases;
import io.jgbench.operator.reserve.RunQueue;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the nodes, waits until it is the run's turn to have them, takes them, and begins the run. */
final class ReserveStep implements RunStep<Waiting> {
    private static final Logger LOG = LoggerFactory.getLogger(ReserveStep.class);

    /** Whoever frees nodes wakes who is next; this is for what nobody tells, such as a Lease removed by hand. */
    private static final Duration AGAIN_IF_NEXT = Duration.ofSeconds(30);

    /** Whoever a run waits for wakes it. A long queue must not be looked at for nothing all the time. */
    private static final Duration AGAIN_IF_QUEUED = Duration.ofMinutes(5);

    /** A visit of a suite that is over keeps its place for a moment; nobody tells when it leaves it. */
    private static final Duration AGAIN_IF_PLACE_IS_HELD = Duration.ofSeconds(2);

    private static final Duration AGAIN_IF_RESTORING = Duration.ofSeconds(1);

    private static final Duration AGAIN_IF_TOO_FEW = Duration.ofSeconds(5);

    /** Many times what it takes, after each repetition, until its pods have ended and their hosts are restored. */
    private static final Duration CLEARING = Duration.ofMinutes(10);

    private final RunQueue queue;
    private final NodeLeases leases;
    private final RunRecords records;
    private final LiveRuns liveRuns;
    private final Cleanup cleanup;
    private final PortAssignment ports;
    private final Clock clock;
    private final Clock steadyClock;
    private final Consumer<RunRef> wake;
    private final Consumer<RunRef> clearDeleted;
    private final HostRestores restores;

    ReserveStep(
            RunQueue queue,
            NodeLeases leases,
            RunRecords records,
            LiveRuns liveRuns,
            Cleanup cleanup,
            PortAssignment ports,
            Clock clock,
            Clock steadyClock,
            Consumer<RunRef> wake,
            Consumer<RunRef> clearDeleted,
            HostRestores restores) {
        this.queue = queue;
        this.leases = leases;
        this.records = records;
        this.liveRuns = liveRuns;
        this.cleanup = cleanup;
        this.ports = ports;
        this.clock = clock;
        this.steadyClock = steadyClock;
        this.wake = wake;
        this.clearDeleted = clearDeleted;
        this.restores = restores;
    }

    @Override
    public Outcome take(RunView view, Waiting state) {
        List<NodeView> nodes = view.nodes().get();
        return switch (queue.choose(view.run(), nodes)) {
            case TooFew tooFew -> tooFew(view, state, tooFew.message());
            case Chosen chosen -> reserve(view, state, chosen, nodes);
        };
    }

    private Outcome tooFew(RunView view, Waiting state, String message) {
        var patience = state.spec().orElseThrow().startTimeout();
        var now = steadyClock.instant();
        Waiting waiting = view.session().become(state, state.awaits(Awaited.What.NODES, now));
        if (waiting.hasAwaited(patience, now)) {
            return Abort.run(view, ConditionType.NODES_RESERVED, ConditionReason.NOT_ENOUGH_NODES, message);
        }
        withdrawRestores(view, state, message);
        PendingConditions.note(view, ConditionReason.QUEUED, message);
        view.draft().condition(ConditionType.NODES_RESERVED, Status.FALSE, ConditionReason.NOT_ENOUGH_NODES, message);
        return Outcome.lookAgainAfter(AGAIN_IF_TOO_FEW);
    }

    private Outcome reserve(RunView view, Waiting state, Chosen chosen, List<NodeView> nodes) {
        Waiting first = view.session().become(state, state.awaitsAtMost(Awaited.What.HOSTS));
        var before = queue.before(view.run(), chosen.names(), view.runs(), nodes);
        if (before.isPresent()) {
            view.session().become(first, first.awaitsNothing());
            return behind(view, first, before.get());
        }
        Waiting trying = view.session().become(first, first.withLeftovers(true));
        try {
            return take(view, trying, chosen);
        } catch (KubernetesClientException e) {
            undo(view, trying, e);
            throw e;
        }
    }

    private Outcome take(RunView view, Waiting state, Chosen chosen) {
        boolean changesNodes = MemberPod.changesHosts(view.run().getSpec());
        RunSpec spec = state.spec().orElseThrow();
        Optional<NodeLeases.Busy> busy = leases.take(view.ref(), chosen.names(), changesNodes, longest(spec));
        if (busy.isEmpty()) {
            if (changesNodes) {
                // one that restored a node for this run would be taken for one that restored it after the run
                restores.withdraw(view.ref());
            }
            return begin(view, state, chosen);
        }
        Waiting none = view.session().become(state, state.withLeftovers(false));
        if (busy.get().isLeftChanged()) {
            return restore(view, none, chosen, busy.get());
        }
        view.session().become(none, none.awaitsNothing());
        busy.get().deleted().ifPresent(clearDeleted);
        return queuedWithoutRestoring(view, state, "behind " + busy.get().told(), AGAIN_IF_NEXT);
    }

    private static Duration longest(RunSpec spec) {
        return spec.startTimeout().plus(spec.activeDeadline()).plus(CLEARING).multipliedBy(spec.repetitions());
    }

    /**
     * Whoever wants a node that another run may have left changed has it restored first, changed by this run or not. It
     * is waited for as long as a start may take: a node that cannot be restored needs somebody who looks at it.
     */
    private Outcome restore(RunView view, Waiting state, Chosen chosen, NodeLeases.Busy busy) {
        Set<String> left = leases.leftChanged(chosen.names());
        HostRestores.Look look = restores.look(view.ref(), true, left);
        Map<String, HostRestores.Unrestored> unconfirmed = look.unconfirmed();
        Set<String> restored = new TreeSet<>(left);
        restored.removeAll(unconfirmed.keySet());
        look.leftAlone()
                .forEach(settings -> LOG.warn(
                        "Restored behind {}, but for settings that are left as they are: {}", busy.told(), settings));
        // first, as a pod that stays would settle a node that the next run has changed since
        restores.withdraw(view.ref(), restored);
        restored.forEach(leases::settle);
        if (unconfirmed.isEmpty()) {
            restores.withdraw(view.ref());
            return queued(view, "behind " + busy.told() + "; it is restored", AGAIN_IF_RESTORING);
        }
        Instant now = steadyClock.instant();
        Waiting waiting = view.session().become(state, state.awaits(Awaited.What.HOSTS, now));
        if (waiting.hasAwaited(state.spec().orElseThrow().startTimeout(), now)) {
            restores.withdraw(view.ref());
            return Abort.run(
                    view,
                    ConditionType.NODES_RESERVED,
                    ConditionReason.RESTORE_UNCONFIRMED,
                    "Nodes that an earlier run may have left changed could not be restored: "
                            + HostRestores.told(unconfirmed) + ".");
        }
        return queued(
                view,
                "behind " + busy.told() + "; being restored: " + HostRestores.told(unconfirmed),
                AGAIN_IF_RESTORING);
    }

    /** A run that cannot begin must not keep others from the nodes; it takes them again when it is looked at again. */
    private void undo(RunView view, Waiting state, KubernetesClientException why) {
        try {
            cleanup.clear(view.ref());
            view.session().become(state, state.withLeftovers(false));
        } catch (KubernetesClientException e) {
            why.addSuppressed(e);
        }
    }

    private Outcome behind(RunView view, Waiting state, BenchmarkRun before) {
        String path = "behind " + RunRef.of(before).path();
        return before.isTrue(ConditionType.FINISHED)
                ? queuedWithoutRestoring(
                        view, state, path + ", whose suite continues its round", AGAIN_IF_PLACE_IS_HELD)
                : queuedWithoutRestoring(view, state, path + ", which wants one of its nodes too", AGAIN_IF_QUEUED);
    }

    private Outcome queuedWithoutRestoring(RunView view, Waiting state, String behind, Duration again) {
        withdrawRestores(view, state, told(behind));
        return queued(view, behind, again);
    }

    /**
     * What was restored for this run before another one had the node says nothing of how that one left it. Not looked
     * for where the status says already that the run waits for the same: a long queue is looked at often.
     *
     * @param message what the run waits for
     */
    private void withdrawRestores(RunView view, Waiting state, String message) {
        boolean hasRestored = state.awaited()
                .filter(awaited -> awaited.what() == Awaited.What.HOSTS)
                .isPresent();
        boolean saidSomethingElse = view.run()
                .condition(ConditionType.NODES_RESERVED)
                .filter(said -> !message.equals(said.message()))
                .isPresent();
        if (hasRestored || saidSomethingElse) {
            restores.withdraw(view.ref());
        }
    }

    private static Outcome queued(RunView view, String behind, Duration again) {
        PendingConditions.note(view, ConditionReason.QUEUED, told(behind));
        view.draft().condition(ConditionType.NODES_RESERVED, Status.FALSE, ConditionReason.NODE_BUSY, told(behind));
        return Outcome.lookAgainAfter(again);
    }

    private static String told(String behind) {
        return "Queued " + behind + ".";
    }

    private Outcome begin(RunView view, Waiting state, Chosen chosen) {
        RunSpec spec = state.spec().orElseThrow();
        var assignments = ports.assignments(chosen.byMember(), spec.transport().bindPort());
        var plan = Plan.of(RepetitionIds.of(view.ref(), 1), assignments);
        var record = RunRecord.begin(spec, 1, plan, clock.instant());
        // the record goes last: once it is there, the run has begun
        liveRuns.prepare(view.ref(), view.run().getSpec(), record);
        records.save(view.ref(), record);
        var live = liveRuns.open(view.ref(), view.run().getSpec(), record, () -> wake.accept(view.ref()));
        view.session().become(state, state.begin(live));
        note(view, spec, plan, record);
        return Outcome.proceed();
    }

    private static void note(RunView view, RunSpec spec, Plan plan, RunRecord record) {
        view.draft()
                .startTime(record.startTime())
                .condition(
                        ConditionType.NODES_RESERVED,
                        Status.TRUE,
                        ConditionReason.RESERVED,
                        "A Lease is held on " + plan.nodes().size() + " nodes, from "
                                + plan.nodes().getFirst() + " to "
                                + plan.nodes().getLast() + ".")
                .members(new StatusMembers(
                        spec.members(), 0, 0, 0, 0, plan.nodes().size()))
                .perMember(plan.assignments().stream()
                        .map(assignment -> StatusMember.planned(
                                assignment.member(),
                                assignment.node(),
                                assignment.index() < spec.workload().senders(spec.members())))
                        .toList());
    }
}
