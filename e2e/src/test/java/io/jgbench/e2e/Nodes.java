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

    /**
     * To which tests raise an MTU of 9000: no default of anybody's, and the most of which a host with 9000 still takes
     * each packet, as its veth has room for the four bytes of a VLAN's tag. The network floods multicast. Of what is
     * larger an idle host would get the last fragment of each datagram alone: they fill its memory for fragments, and
     * it then takes none of a run that begins within 30 s.
     */
    public static final int RAISED_MTU = 9004;

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
