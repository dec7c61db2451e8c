package io.jgbench.operator.reconcile.begin;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.operator.drive.RunRecords.OutdatedRecordException;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.NodeChoice.Outcome.Chosen;
import io.jgbench.operator.plan.NodeChoice.Outcome.TooFew;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.pod.MemberPod;
import io.jgbench.operator.reconcile.clear.Cleanup;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.state.RunState.Awaited;
import io.jgbench.operator.reconcile.state.RunState.Waiting;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.Abort;
import io.jgbench.operator.reconcile.status.PendingConditions;
import io.jgbench.operator.reserve.NodeLeases;
import io.jgbench.operator.reserve.RunQueue;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Chooses the nodes, waits until it is the run's turn to have them, takes them, and begins the run. */
public final class ReserveStep implements RunStep<Waiting> {
    /** Whoever frees nodes wakes who is next; this is for what nobody tells, such as a Lease removed by hand. */
    private static final Duration AGAIN_IF_NEXT = Duration.ofSeconds(30);

    /** Whoever a run waits for wakes it. A long queue must not be looked at for nothing all the time. */
    private static final Duration AGAIN_IF_QUEUED = Duration.ofMinutes(5);

    /** A visit of a suite that is over keeps its place for a moment; nobody tells when it leaves it. */
    private static final Duration AGAIN_IF_PLACE_IS_HELD = Duration.ofSeconds(2);

    private static final Duration AGAIN_IF_TOO_FEW = Duration.ofSeconds(5);

    /** Many times what it takes, after each repetition, until its pods have ended and their hosts are restored. */
    private static final Duration CLEARING = Duration.ofMinutes(10);

    private final RunQueue queue;
    private final NodeLeases leases;
    private final Cleanup cleanup;
    private final HostRestores restores;
    private final LeftNodes leftNodes;
    private final FirstRepetition firstRepetition;
    private final Clock steadyClock;
    private final Consumer<RunRef> clearDeleted;

    /**
     * Reserves nodes for runs that wait in this queue.
     *
     * @param clearDeleted looks at once after a deleted run whose nodes are wanted
     */
    public ReserveStep(
            RunQueue queue,
            NodeLeases leases,
            Cleanup cleanup,
            HostRestores restores,
            FirstRepetition firstRepetition,
            Clock steadyClock,
            Consumer<RunRef> clearDeleted) {
        this.queue = queue;
        this.leases = leases;
        this.cleanup = cleanup;
        this.restores = restores;
        this.leftNodes = new LeftNodes(leases, restores, steadyClock);
        this.firstRepetition = firstRepetition;
        this.steadyClock = steadyClock;
        this.clearDeleted = clearDeleted;
    }

    @Override
    public StepOutcome take(RunView view, Waiting state) {
        List<NodeView> nodes = view.nodes().get();
        return switch (queue.choose(view.run(), nodes)) {
            case TooFew tooFew -> tooFew(view, state, tooFew.message());
            case Chosen chosen -> reserve(view, state, chosen, nodes);
        };
    }

    private StepOutcome tooFew(RunView view, Waiting state, String message) {
        var patience = state.spec().orElseThrow().startTimeout();
        var now = steadyClock.instant();
        Waiting waiting = view.session().become(state, state.awaits(Awaited.What.NODES, now));
        if (waiting.hasAwaited(patience, now)) {
            return Abort.run(view, ConditionType.NODES_RESERVED, ConditionReason.NOT_ENOUGH_NODES, message);
        }
        withdrawRestores(view, waiting);
        PendingConditions.queued(view, ConditionReason.NOT_ENOUGH_NODES, message);
        return StepOutcome.lookAgainAfter(AGAIN_IF_TOO_FEW);
    }

    private StepOutcome reserve(RunView view, Waiting state, Chosen chosen, List<NodeView> nodes) {
        Waiting first = view.session().become(state, state.awaitsAtMost(Awaited.What.HOSTS));
        var before = queue.before(view.run(), chosen.names(), view.runs(), nodes);
        if (before.isPresent()) {
            return behind(view, view.session().become(first, first.awaitsNothing()), before.get());
        }
        Waiting trying = view.session().become(first, first.withLeftovers(true));
        try {
            return take(view, trying, chosen);
        } catch (OutdatedRecordException e) {
            // another operator has begun the run, which has the Leases and the rest by now
            throw e;
        } catch (RuntimeException e) {
            undo(view, trying, e);
            throw e;
        }
    }

    private StepOutcome take(RunView view, Waiting state, Chosen chosen) {
        boolean changesNodes = MemberPod.changesHosts(view.run().getSpec());
        RunSpec spec = state.spec().orElseThrow();
        Optional<NodeLeases.Busy> busy = leases.take(view.ref(), chosen.names(), changesNodes, longest(spec));
        if (busy.isEmpty()) {
            if (changesNodes) {
                // one that restored a node for this run would be taken for one that restored it after the run
                restores.withdraw(view.ref());
            }
            firstRepetition.begin(view, state, chosen);
            return StepOutcome.proceed();
        }
        Waiting none = view.session().become(state, state.withLeftovers(false));
        if (busy.get().isLeftChanged()) {
            return leftNodes.restore(view, none, chosen, busy.get());
        }
        Waiting queued = view.session().become(none, none.awaitsNothing());
        busy.get().deleted().ifPresent(clearDeleted);
        return queuedWithoutRestoring(view, queued, busy.get().told(), AGAIN_IF_NEXT);
    }

    private static Duration longest(RunSpec spec) {
        return spec.startTimeout().plus(spec.activeDeadline()).plus(CLEARING).multipliedBy(spec.repetitions());
    }

    /**
     * A run that cannot begin must not keep others from the nodes; it takes them again when it is looked at again. One
     * that has begun keeps them, and one that this operator has let go is another operator's.
     */
    private void undo(RunView view, Waiting state, RuntimeException why) {
        if (!view.session().state().equals(state)) {
            return;
        }
        try {
            cleanup.undo(view);
            view.session().become(state, state.withLeftovers(false));
        } catch (KubernetesClientException e) {
            why.addSuppressed(e);
        }
    }

    private StepOutcome behind(RunView view, Waiting state, BenchmarkRun before) {
        String path = RunRef.of(before).path();
        return before.isTrue(ConditionType.FINISHED)
                ? queuedWithoutRestoring(
                        view, state, path + ", whose suite continues its round", AGAIN_IF_PLACE_IS_HELD)
                : queuedWithoutRestoring(view, state, path + ", which wants one of its nodes too", AGAIN_IF_QUEUED);
    }

    private StepOutcome queuedWithoutRestoring(RunView view, Waiting state, String behind, Duration again) {
        withdrawRestores(view, state);
        PendingConditions.queued(view, behind);
        return StepOutcome.lookAgainAfter(again);
    }

    /**
     * What was restored for this run before another one had the node says nothing of how that one left it. Not looked
     * for where nothing can be left of that: a long queue is looked at often.
     */
    private void withdrawRestores(RunView view, Waiting state) {
        if (state.mayRestoreNodes()) {
            restores.withdraw(view.ref());
            view.session().become(state, state.restoringNone());
        }
    }
}
