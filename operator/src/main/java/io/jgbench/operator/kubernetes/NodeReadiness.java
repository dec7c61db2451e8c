package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether nodes start pods; asked before a pod is bound to a node without a scheduler, which would know it. */
public final class NodeReadiness {
    private final KubernetesClient client;

    /** Through this client. */
    public NodeReadiness(KubernetesClient client) {
        this.client = client;
    }

    /** Why a node starts no pod now, in a few words; empty if it is believed to. */
    public Optional<String> problem(String node) {
        // the operator may list nodes and get none
        Optional<Node> found = client.nodes().withField("metadata.name", node).list().getItems().stream()
                .filter(each -> each.getMetadata().getName().equals(node))
                .findFirst();
        return found.isEmpty()
                ? Optional.of("the cluster has no such node")
                : conditions(found.get())
                        .filter(condition -> "Ready".equals(condition.getType()))
                        .filter(condition -> !"True".equals(condition.getStatus()))
                        .findFirst()
                        .map(condition -> "the node is not ready: " + condition.getMessage());
    }

    private static Stream<NodeCondition> conditions(Node node) {
        return Stream.ofNullable(node.getStatus()).flatMap(status -> status.getConditions().stream());
    }
}
