package io.jgbench.e2e.ground;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.e2e.ClusterTest;
import io.jgbench.e2e.Nodes;
import io.jgbench.e2e.ProbePod;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@ClusterTest
class ClusterNetworkTest {
    private static final String SERVICE = "kubernetes.default.svc.cluster.local";

    @Test
    void hostNetworkPodsOfAllNodesHearEachOthersMulticasts(KubernetesClient client) {
        List<String> names = Nodes.workers(client).stream()
                .map(node -> node.getMetadata().getName())
                .toList();
        List<ProbePod.Started> members = Nodes.workers(client).stream()
                .map(node -> meet(node, names, client))
                .toList();

        assertThat(members).allSatisfy(member -> assertThat(member.printed()).contains(names));
    }

    private static ProbePod.Started meet(Node node, List<String> names, KubernetesClient client) {
        String own = node.getMetadata().getName();
        var others = names.stream().filter(name -> !name.equals(own));
        String[] arguments = Stream.concat(Stream.of("meet", "239.255.42.1", "45588", own), others)
                .toArray(String[]::new);
        return ProbePod.on(node, client, arguments).withHostNetwork().start();
    }

    @Test
    void podWithoutHostNetworkReachesTheApiServerByItsService(KubernetesClient client) {
        for (Node node : Nodes.workers(client)) {
            assertThat(ProbePod.on(node, client, "api-server").look()).contains("gitVersion");
        }
    }

    @Test
    void namesOfTheClusterResolveInPodsWithTheirOwnNetworkAndWithTheHosts(KubernetesClient client) {
        String address = client.services()
                .inNamespace("default")
                .withName("kubernetes")
                .get()
                .getSpec()
                .getClusterIP();
        Node node = Nodes.workers(client).getLast();

        assertThat(ProbePod.on(node, client, "resolve", SERVICE).look()).isEqualTo(address);
        assertThat(ProbePod.on(node, client, "resolve", SERVICE)
                        .withHostNetwork()
                        .look())
                .isEqualTo(address);
    }
}
