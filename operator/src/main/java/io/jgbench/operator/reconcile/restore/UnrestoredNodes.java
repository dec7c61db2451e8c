package io.jgbench.operator.reconcile.restore;

import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.reconcile.state.RunView;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The nodes that a run's status lists as not restored. Where their Leases were removed, nothing else tells of them. */
public final class UnrestoredNodes {
    /** How a message ends that was too long for a condition. */
    private static final String CUT_OFF = "...";

    private UnrestoredNodes() {}

    /**
     * Those of a run of which it is said that some are not restored, in alphabetical order; all nodes of the run where
     * the status does not say which.
     */
    public static Set<String> listedBy(RunView view) {
        List<String> listed = view.run().getStatus().unrestoredNodes();
        return listed.isEmpty() ? namedInMessage(view) : new TreeSet<>(listed);
    }

    /**
     * Operators of earlier versions listed no nodes and named them in the message alone. A message that is cut off may
     * have named any other node of the run as well.
     */
    private static Set<String> namedInMessage(RunView view) {
        String message = view.run()
                .condition(ConditionType.TUNING_VERIFIED)
                .map(StatusCondition::message)
                .orElse("");
        Set<String> ofRun = view.nodesSaid();
        Set<String> named = new TreeSet<>(ofRun);
        view.nodes().get().stream().map(NodeView::name).forEach(named::add);
        named.removeIf(node -> !message.contains(" " + node + " ("));
        if (named.isEmpty() || message.endsWith(CUT_OFF)) {
            named.addAll(ofRun);
        }
        return named;
    }
}
