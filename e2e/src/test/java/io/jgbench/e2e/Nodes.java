package io.jgbench.e2e;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;

/** The cluster's nodes. */
public final class Nodes {
    /** The label of the nodes on which members run, and the value that the test cluster gives it. */
    public static final String POOL_LABEL = "jgbench.io/pool";

    /** See {@link #POOL_LABEL}. */
    public static final String POOL = "lab";

    private Nodes() {}

    /** Those of the pool, by name. */
    public static List<Node> workers(KubernetesClient client) {
        return client.nodes().withLabel(POOL_LABEL, POOL).list().getItems().stream()
                .sorted(Comparator.comparing(node -> node.getMetadata().getName()))
                .toList();
    }

    /** Whether its kubelet says that it can run pods. */
    public static boolean isReady(Node node) {
        return node.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }
}
