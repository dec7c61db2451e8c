package io.jgbench.operator.reconcile.clear;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.restore.UnleasedNodes;
import io.jgbench.operator.reconcile.state.RunState.Cleared;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.LeftAlone;
import io.jgbench.operator.reserve.NodeLeases;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Goes on restoring the nodes that a run may have left changed, such as one that comes back, and then says that they
 * are as before. Until then the run stays, as it is what says so, unless the cluster has these nodes no more. A Lease
 * that is gone says nothing of its node: only who has looked says that a node is restored.
 */
public final class UnconfirmedStep implements RunStep<Cleared> {
    private static final Duration AGAIN = Duration.ofSeconds(30);

    /** How a message ends that was too long for a condition. */
    private static final String CUT_OFF = "...";

    private final NodeLeases leases;
    private final HostRestores restores;

    /**
     * Restores nodes of these Leases.
     *
     * @param restores makes the pods that do it
     */
    public UnconfirmedStep(NodeLeases leases, HostRestores restores) {
        this.leases = leases;
        this.restores = restores;
    }

    @Override
    public StepOutcome take(RunView view, Cleared state) {
        if (!view.run().hasReason(ConditionType.TUNING_VERIFIED, ConditionReason.RESTORE_UNCONFIRMED)) {
            return StepOutcome.proceed();
        }
        Set<String> left = leases.leftChangedBy(view.ref());
        Set<String> said = said(view);
        if (left.isEmpty() && said.isEmpty() && leases.knownSettled(view.ref()).isEmpty()) {
            HostRestores.noteUnknown(view.draft());
            return StepOutcome.proceed();
        }
        var unleased = UnleasedNodes.among(said, view, leases);
        Set<String> changed = union(left, union(unleased.free(), unleased.taken()));
        boolean isEachGone = view.nodes().get().stream().map(NodeView::name).noneMatch(changed::contains);
        if (!changed.isEmpty() && isEachGone) {
            // nodes that the cluster does not have any more may never come back
            return StepOutcome.proceed();
        }
        HostRestores.Look look = look(view, union(left, unleased.free()), unleased);
        if (!look.unconfirmed().isEmpty()) {
            note(view, look, unleased);
            return StepOutcome.lookAgainAfter(AGAIN);
        }
        restores.withdrawIfAllowed(view.ref());
        HostRestores.noteRestored(view.draft(), look.leftAlone());
        if (view.published().hasReleased()) {
            Cleanup.note(view);
        }
        return StepOutcome.proceed();
    }

    private HostRestores.Look look(RunView view, Set<String> nodes, UnleasedNodes unleased) {
        HostRestores.Look look =
                nodes.isEmpty() ? HostRestores.Look.NOTHING : restores.look(RestoreFor.run(view.ref()), nodes);
        for (String node : nodes) {
            if (!look.unconfirmed().containsKey(node)) {
                leases.settle(view.ref(), node);
            }
        }
        return unleased.addTo(look);
    }

    /** That Leases were removed is said once: what is in the way of each node may change with every look. */
    private static void note(RunView view, HostRestores.Look look, UnleasedNodes unleased) {
        if (unleased.isEmpty() || HostRestores.tellsOfRemovedLeases(message(view))) {
            view.draft().unrestoredNodes(look.unconfirmed().keySet());
            LeftAlone.add(view.draft(), look.leftAlone());
        } else {
            HostRestores.noteUnconfirmed(view.draft(), look.unconfirmed(), look.leftAlone(), false);
        }
    }

    /** The nodes that the status says are not restored; all of the run, where it names none. */
    private static Set<String> said(RunView view) {
        List<String> listed = view.run().getStatus().unrestoredNodes();
        return listed.isEmpty() ? saidByMessage(view) : new TreeSet<>(listed);
    }

    /** In a status of an operator that listed no nodes; all of the run as well, where the message is cut off. */
    private static Set<String> saidByMessage(RunView view) {
        Set<String> ofRun = view.nodesSaid();
        Set<String> named =
                union(ofRun, view.nodes().get().stream().map(NodeView::name).collect(Collectors.toSet()));
        String message = message(view);
        named.removeIf(node -> !HostRestores.tellsOf(message, node));
        return named.isEmpty() || message.endsWith(CUT_OFF) ? union(named, ofRun) : named;
    }

    private static String message(RunView view) {
        return view.run()
                .condition(ConditionType.TUNING_VERIFIED)
                .map(StatusCondition::message)
                .orElse("");
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }
}
