package io.jgbench.e2e.ground;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.e2e.ClusterTest;
import io.jgbench.e2e.KindNode;
import io.jgbench.e2e.Nodes;
import io.jgbench.e2e.ProbePod;
import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

@ClusterTest
@Order(Integer.MAX_VALUE)
class LostNodeTest {
    /** Kubernetes waits for 40 s before it misses a kubelet; a minute was seen, the rest is room. */
    private static final Duration NOTICED_WITHIN = Duration.ofMinutes(4);

    @Test
    void nodeThatIsKilledBecomesNotReadyAndComesBack(KubernetesClient client) {
        Node node = Nodes.workers(client).getLast();
        String name = node.getMetadata().getName();

        new KindNode(name).kill();
        try {
            await(name, client, lost -> !Nodes.isReady(lost));
        } finally {
            KindNode.repairAll();
        }

        await(name, client, Nodes::isReady);
        assertThat(ProbePod.on(node, client, "api-server").look()).contains("gitVersion");
    }

    private static void await(String node, KubernetesClient client, Predicate<Node> condition) {
        Awaitility.await()
                .atMost(NOTICED_WITHIN)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> client.nodes().withName(node).get(), condition);
    }
}
