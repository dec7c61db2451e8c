package io.jgbench.operator.reconcile.restore;

import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reserve.NodeLeases;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Nodes that a run may have left changed, and of which no Lease says so any more, as where somebody removed the Leases.
 * That the Lease is gone does not make a node restored: somebody has to look, which only the run itself still has done.
 *
 * @param free those that nobody has, which the run can have restored
 * @param taken those that another run has, or has left changed itself; they are left to it
 */
public record UnleasedNodes(Set<String> free, Set<String> taken) {
    /** Each has a Lease, or is known to be restored. */
    public static final UnleasedNodes NONE = new UnleasedNodes(Set.of(), Set.of());

    /** What keeps a node that another run has from being looked at. */
    private static final Unrestored OF_ANOTHER =
            Unrestored.unreachable("its Lease was removed, and another run has the node now");

    /**
     * Those of some nodes.
     *
     * @param nodes that a run may have left changed
     */
    public static UnleasedNodes among(Collection<String> nodes, RunView view, NodeLeases leases) {
        Set<String> unleased = new TreeSet<>(nodes);
        unleased.removeAll(leases.knownSettled(view.ref()));
        if (unleased.isEmpty()) {
            return NONE;
        }
        unleased.removeAll(leases.unsettled(view.ref()));
        Set<String> taken = leases.leased(unleased);
        unleased.removeAll(taken);
        return new UnleasedNodes(unleased, taken);
    }

    /** Whether each node has a Lease or is restored. */
    public boolean isEmpty() {
        return free.isEmpty() && taken.isEmpty();
    }

    /** Where it is known that nodes are not restored, adds those that nobody may look at. */
    public RestoreLook addTo(RestoreLook look) {
        return look.and(taken, OF_ANOTHER);
    }
}
