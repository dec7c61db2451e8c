package io.jgbench.operator.reconcile.clear;

import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.restore.RestoreLook;
import io.jgbench.operator.reconcile.restore.RestoreStatus;
import io.jgbench.operator.reconcile.restore.UnleasedNodes;
import io.jgbench.operator.reconcile.restore.UnrestoredNodes;
import io.jgbench.operator.reconcile.state.RunState.Cleared;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.status.LeftAlone;
import io.jgbench.operator.reserve.NodeLeases;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/**
 * Restores the nodes that a run may have left changed when they come back, and then says that they are as before. Until
 * then the run stays, because its status is what says so, unless the cluster does not have these nodes any more.
 *
 * <p>A node of which a Lease says that it is changed is restored under that Lease. Where somebody removed the Lease,
 * the status alone still lists the node: that a Lease is missing does not mean that its node is restored.
 */
public final class UnconfirmedStep implements RunStep<Cleared> {
    private static final Duration AGAIN = Duration.ofSeconds(30);

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
        if (!state.hasUnrestored()) {
            return StepOutcome.proceed();
        }
        Set<String> left = leases.leftChangedBy(view.ref());
        Set<String> listed = UnrestoredNodes.listedBy(view);
        if (left.isEmpty()
                && listed.isEmpty()
                && leases.knownSettled(view.ref()).isEmpty()) {
            RestoreStatus.noteUnknown(view.draft());
            return StepOutcome.proceed();
        }
        var unleased = UnleasedNodes.among(listed, view, leases);
        if (areGone(view, union(left, union(unleased.free(), unleased.taken())))) {
            // nodes that the cluster does not have any more may never come back
            return StepOutcome.proceed();
        }
        RestoreLook look = look(view, union(left, unleased.free()), unleased);
        if (look.unconfirmed().isEmpty()) {
            noteRestored(view, look);
            return StepOutcome.proceed();
        }
        noteUnconfirmed(view, state, look, unleased);
        return StepOutcome.lookAgainAfter(AGAIN);
    }

    /** Whether there are such nodes, and the cluster has none of them any more. */
    private static boolean areGone(RunView view, Set<String> nodes) {
        return !nodes.isEmpty()
                && view.nodes().get().stream().map(NodeView::name).noneMatch(nodes::contains);
    }

    /** Looks at these nodes, and frees those that are restored. */
    private RestoreLook look(RunView view, Set<String> nodes, UnleasedNodes unleased) {
        RestoreLook look = nodes.isEmpty() ? RestoreLook.NOTHING : restores.look(RestoreFor.run(view.ref()), nodes);
        for (String node : nodes) {
            if (!look.unconfirmed().containsKey(node)) {
                leases.settle(view.ref(), node);
            }
        }
        return unleased.addTo(look);
    }

    private void noteRestored(RunView view, RestoreLook look) {
        restores.withdrawIfAllowed(view.ref());
        RestoreStatus.noteRestored(view.draft(), look.leftAlone());
        if (view.published().hasReleased()) {
            Cleanup.note(view, true);
        }
    }

    /**
     * The message stays as it was written first, as what is in the way of each node may change with every look. It is
     * written once more when Leases were removed: other runs may begin on these nodes from then on.
     */
    private static void noteUnconfirmed(RunView view, Cleared state, RestoreLook look, UnleasedNodes unleased) {
        if (unleased.isEmpty() || state.removedLeasesTold()) {
            view.draft().unrestoredNodes(look.unconfirmed().keySet());
            LeftAlone.add(view.draft(), look.leftAlone());
        } else {
            RestoreStatus.noteUnconfirmed(view.draft(), look.unconfirmed(), look.leftAlone(), false);
            view.session().become(state, state.withRemovedLeasesTold(true));
        }
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }
}
