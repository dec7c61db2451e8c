package io.jgbench.transport.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import io.jgbench.transport.Stacks;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jgroups.JChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stack tcp-kube against a real API server, with the rights of the chart's member account. Each pod has a loopback
 * address of its own, as members have their nodes', and all have the same port.
 */
@ApiServerTest(definitions = {})
@Tag("slow")
@Tag("beside")
@Timeout(180)
class KubernetesDiscoveryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PORT = 17_800;
    private static final String ACCOUNT = "member";

    @TempDir
    private Path folder;

    private final Map<String, String> before = new HashMap<>();

    @AfterEach
    void forgetProperties() {
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }

    @Test
    void membersOfOneRunFindEachOtherAndNoOthers(KubernetesClient client) throws Exception {
        String namespace = client.getNamespace();
        mayListPods(client, namespace);
        pod(client, "a-0", "a", "127.0.0.2");
        pod(client, "a-1", "a", "127.0.0.3");
        pod(client, "b-0", "b", "127.0.0.4");
        asInAPod(client, namespace);

        try (var first = channel("a", "127.0.0.2", 0);
                var other = channel("b", "127.0.0.4", 0);
                var second = channel("a", "127.0.0.3", 1)) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(first.getView().size()).isEqualTo(2);
                assertThat(second.getView().size()).isEqualTo(2);
            });
            assertThat(other.getView().size()).isEqualTo(1);
        }
    }

    private JChannel channel(String run, String host, int index) throws Exception {
        property("KUBERNETES_LABELS", "run=" + run);
        var self = new Peer(index, run + "-" + index, host, PORT);
        var channel = ChannelFactory.create(
                new Stacks().named("tcp-kube"),
                new StackPlan(
                        false, Optional.of(self), List.of(self), Optional.empty(), Optional.empty(), Optional.empty()));
        channel.setName(self.name());
        return channel.connect("test");
    }

    private static void mayListPods(KubernetesClient client, String namespace) {
        client.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(ACCOUNT)
                        .endMetadata()
                        .build())
                .create();
        client.resource(new RoleBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(ACCOUNT)
                        .endMetadata()
                        .addNewRule()
                        .withApiGroups("")
                        .withResources("pods")
                        .withVerbs("list")
                        .endRule()
                        .build())
                .create();
        client.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(ACCOUNT)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "Role", ACCOUNT)
                        .addNewSubject()
                        .withKind("ServiceAccount")
                        .withNamespace(namespace)
                        .withName(ACCOUNT)
                        .endSubject()
                        .build())
                .create();
    }

    private static void pod(KubernetesClient client, String name, String run, String address) {
        var pod = client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(client.getNamespace())
                        .withName(name)
                        .addToLabels("run", run)
                        .endMetadata()
                        .withNewSpec()
                        .withServiceAccountName(ACCOUNT)
                        .addNewContainer()
                        .withName("member")
                        .withImage("member")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        pod.setStatus(new PodBuilder()
                .withNewStatus()
                .withPhase("Running")
                .withPodIP(address)
                .addNewPodIP(address)
                .endStatus()
                .build()
                .getStatus());
        client.resource(pod).updateStatus();
    }

    /** What the kubelet and the operator give to a member. */
    private void asInAPod(KubernetesClient client, String namespace) throws Exception {
        var config = client.getConfiguration();
        URI server = URI.create(config.getMasterUrl());
        String token = client.serviceAccounts()
                .inNamespace(namespace)
                .withName(ACCOUNT)
                .tokenRequest(new TokenRequest())
                .getStatus()
                .getToken();
        byte[] authority = config.getCaCertData() != null
                ? Base64.getDecoder().decode(config.getCaCertData())
                : Files.readAllBytes(Path.of(config.getCaCertFile()));
        property("KUBERNETES_SERVICE_HOST", server.getHost());
        property("KUBERNETES_SERVICE_PORT", Integer.toString(server.getPort()));
        property("KUBERNETES_NAMESPACE", namespace);
        property(
                "KUBERNETES_SA_TOKEN_FILE",
                Files.writeString(folder.resolve("token"), token).toString());
        property(
                "KUBERNETES_CA_CERTIFICATE_FILE",
                Files.write(folder.resolve("ca.crt"), authority).toString());
    }

    private void property(String name, String value) {
        before.putIfAbsent(name, System.getProperty(name));
        System.setProperty(name, value);
    }
}
