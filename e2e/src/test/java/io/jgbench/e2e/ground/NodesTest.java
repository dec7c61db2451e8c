package io.jgbench.e2e.ground;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.e2e.ClusterTest;
import io.jgbench.e2e.Nodes;
import org.junit.jupiter.api.Test;

@ClusterTest
class NodesTest {
    @Test
    void everyNodeIsReadyAndAllButTheControlPlaneAreOfThePool(KubernetesClient client) {
        var nodes = client.nodes().list().getItems();
        var workers = Nodes.workers(client);

        assertThat(nodes).allMatch(Nodes::isReady);
        assertThat(workers).hasSizeGreaterThanOrEqualTo(2).hasSize(nodes.size() - 1);
        assertThat(workers)
                .noneMatch(node -> node.getMetadata().getLabels().containsKey("node-role.kubernetes.io/control-plane"));
    }

    @Test
    void everyNodeHasAnAddressOfItsOwn(KubernetesClient client) {
        assertThat(Nodes.workers(client)).extracting(NodesTest::address).doesNotHaveDuplicates();
    }

    private static String address(Node node) {
        return node.getStatus().getAddresses().stream()
                .filter(address -> address.getType().equals("InternalIP"))
                .findFirst()
                .orElseThrow()
                .getAddress();
    }
}
