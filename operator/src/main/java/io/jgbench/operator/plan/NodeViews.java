package io.jgbench.operator.plan;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The nodes as they are now: the same list as long as nothing has changed that decides where members stand. */
public final class NodeViews {
    private final Map<String, String> required;

    @GuardedBy("this")
    private List<NodeView> latest = List.of();

    /**
     * None is known yet.
     *
     * @param required the labels without which a node is withheld from all runs
     */
    public NodeViews(Map<String, String> required) {
        this.required = Map.copyOf(required);
    }

    /** The views of these nodes, in the order of their names. */
    public synchronized List<NodeView> of(Stream<Node> nodes) {
        List<NodeView> now = nodes.map(NodeView::of)
                .map(node -> node.withheldWithout(required))
                .sorted(Comparator.comparing(NodeView::name))
                .toList();
        if (!now.equals(latest)) {
            latest = now;
        }
        return latest;
    }
}
