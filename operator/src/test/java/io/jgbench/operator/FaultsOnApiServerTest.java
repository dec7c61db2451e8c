package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.operator.cluster.ChartRights;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.operator.kubernetes.Labels;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reserve.NodeLeases;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is taken away from a run while its members measure. */
@Tag("slow")
@ApiServerTest
class FaultsOnApiServerTest {
    private static final Duration MEASURED = Duration.ofSeconds(8);
    private static final Duration ENDLESS = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** More than the time that a start lies ahead where nothing is slow. */
    private static final Duration SLOWLY = Duration.ofMillis(700);

    private static final String TUNED =
            "members: 2, messages: 1000, messageSize: 1k, tuning: {mode: Apply, rmemMax: 25Mi}";
    private static final String VALID = "The run completed and its result is valid.";

    /** A start that is stored more slowly than it lies ahead comes to members when its instant has passed. */
    @Test
    void apiServerThatStoresSlowlyHasNoStartWithdrawn(KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, MEASURED).nodes("slow", 2);
                var operator = TestOperator.start(storingSlowly(client), client)) {
            begin(client, operator, "slow");

            assertThat(cluster.exchanges()).containsKey(ControlPaths.START).doesNotContainKey(ControlPaths.WITHDRAW);
            assertThat(cluster.exchanges().get(ControlPaths.START).request()).contains("\"attempt\":1");
            assertThat(outcome(operator.awaitReleased("slow"))).isEqualTo(VALID);
        }
    }

    /** The same client, which takes {@link #SLOWLY} for each change of a ConfigMap. */
    private static KubernetesClient storingSlowly(KubernetesClient client) {
        return new KubernetesClientBuilder()
                .withConfig(client.getConfiguration())
                .withKubernetesSerialization(LeanObjects.serialization())
                .withHttpClientBuilderConsumer(builder ->
                        builder.addOrReplaceInterceptor("slow-store", new Interceptor() {
                            @Override
                            public void before(BasicBuilder asked, HttpRequest request, RequestTags tags) {
                                if (!request.method().equals("GET")
                                        && request.uri().getPath().contains("/configmaps")) {
                                    await().pollDelay(SLOWLY).until(() -> true);
                                }
                            }
                        }))
                .build();
    }

    @Test
    void secretThatIsDeletedCostsNothingWhileTheOperatorKnowsIt(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, MEASURED).nodes("secret", 2);
                var operator = TestOperator.start(server, client)) {
            begin(client, operator, "secret");

            deleteSecrets(client);

            assertThat(outcome(operator.awaitReleased("secret"))).isEqualTo(VALID);
        }
    }

    @Test
    void secretThatIsDeletedWhileNoOperatorIsThereFailsTheRunWithItsMembers(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, ENDLESS).nodes("forgot", 2)) {
            try (var first = TestOperator.start(server, client)) {
                begin(client, first, "forgot");
            }
            deleteSecrets(client);
            try (var second = TestOperator.start(server, client)) {
                BenchmarkRun failed = second.awaitReleased("forgot");

                assertThat(outcome(failed)).contains("member-0", "member-1");
            }
        }
    }

    @Test
    void podThatIsDeletedByForceFailsTheRunWithItsMember(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, ENDLESS).nodes("forced", 2);
                var operator = TestOperator.start(server, client)) {
            begin(client, operator, "forced");

            client.resource(podOf(client, "member-1")).withGracePeriod(0).delete();

            assertThat(outcome(operator.awaitReleased("forced")))
                    .contains("member-1")
                    .doesNotContain("member-0");
        }
    }

    @Test
    void podThatIsEvictedFailsTheRunWithItsMember(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, ENDLESS).nodes("evicted", 2);
                var operator = TestOperator.start(server, client)) {
            begin(client, operator, "evicted");

            Pod pod = podOf(client, "member-0");
            assertThat(client.pods().withName(pod.getMetadata().getName()).evict())
                    .isTrue();

            assertThat(outcome(operator.awaitReleased("evicted")))
                    .contains("member-0")
                    .doesNotContain("member-1");
        }
    }

    @Test
    void hostWhosePodIsDeletedByForceIsRestoredBeforeItsNodeIsFree(ApiServer server, KubernetesClient client)
            throws IOException, InterruptedException {
        try (var rights = ChartRights.grant(server, client);
                var cluster =
                        PlayedCluster.withSimulatedMembers(client, ENDLESS).nodes("left", 2);
                var operator = TestOperator.start(rights, client)) {
            begin(client, operator, "left", TUNED);

            client.resource(podOf(client, "member-1")).withGracePeriod(0).delete();

            BenchmarkRun failed = operator.awaitReleased("left");
            assertThat(outcome(failed)).contains("member-1");
            assertThat(cluster.restored()).containsExactly("left-1");
            assertThat(failed.hasReason(ConditionType.TUNING_VERIFIED, ConditionReason.RESTORED))
                    .isTrue();
            assertThat(restorePods(client)).isEmpty();
        }
    }

    @Test
    void hostsWhosePodsAreGoneWithoutAWordAreRestoredByTheNextOperator(ApiServer server, KubernetesClient client)
            throws IOException, InterruptedException {
        try (var rights = ChartRights.grant(server, client);
                var cluster =
                        PlayedCluster.withSimulatedMembers(client, ENDLESS).nodes("mute", 2)) {
            try (var first = TestOperator.start(rights, client)) {
                begin(client, first, "mute", TUNED);
            }
            client.resources(BenchmarkRun.class).withName("mute").delete();
            client.pods().withGracePeriod(0).delete();

            try (var _ = TestOperator.start(rights, client)) {
                await().atMost(PATIENCE)
                        .untilAsserted(
                                () -> assertThat(nodeLeases(client, rights)).isEmpty());
            }
            assertThat(cluster.restored()).containsExactlyInAnyOrder("mute-0", "mute-1");
            assertThat(client.pods().list().getItems()).isEmpty();
        }
    }

    @Test
    void hostsOfADeletedRunWhoseTunersSayThatTheyRestoredThemNeedNobodyElse(ApiServer server, KubernetesClient client)
            throws IOException, InterruptedException {
        try (var rights = ChartRights.grant(server, client);
                var cluster =
                        PlayedCluster.withSimulatedMembers(client, ENDLESS).nodes("said", 2);
                var operator = TestOperator.start(rights, client)) {
            begin(client, operator, "said", TUNED);

            client.resources(BenchmarkRun.class).withName("said").delete();

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(nodeLeases(client, rights)).isEmpty());
            assertThat(cluster.restored()).isEmpty();
        }
    }

    @Test
    void nodeThatAnEarlierRunMayHaveLeftChangedIsRestoredBeforeTheNextRunBeginsThere(
            ApiServer server, KubernetesClient client) throws IOException, InterruptedException {
        try (var rights = ChartRights.grant(server, client);
                var operators = rights.client();
                var cluster =
                        PlayedCluster.withSimulatedMembers(client, MEASURED).nodes("next", 2);
                var operator = TestOperator.start(rights, client)) {
            var leases = new NodeLeases(operators, rights.namespace(), Clock.systemUTC(), _ -> true);
            var earlier = new RunRef(client.getNamespace(), "earlier", "uid-of-earlier");
            assertThat(leases.take(earlier, List.of("next-1"), true, Duration.ofHours(1)))
                    .isEmpty();
            assertThat(leases.release(earlier, Set.of("next-1"))).isTrue();
            assertThat(leases.leftChangedBy(earlier)).containsExactly("next-1");

            begin(client, operator, "next");

            assertThat(cluster.restored()).containsExactly("next-1");
            assertThat(outcome(operator.awaitReleased("next"))).isEqualTo(VALID);
            assertThat(restorePods(client)).isEmpty();
            assertThat(nodeLeases(client, rights)).isEmpty();
        }
    }

    private static List<Pod> restorePods(KubernetesClient client) {
        return client.pods().withLabel(Labels.APP, Labels.RESTORE_APP).list().getItems();
    }

    private static List<String> nodeLeases(KubernetesClient client, ChartRights rights) {
        return client.leases().inNamespace(rights.namespace()).list().getItems().stream()
                .map(lease -> lease.getMetadata().getName())
                .filter(name -> name.startsWith("jgbench-node-"))
                .toList();
    }

    @Test
    void nodeThatIsCordonedCostsARunThatIsOnItNothing(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, MEASURED).nodes("cordon", 2);
                var operator = TestOperator.start(server, client)) {
            begin(client, operator, "cordon");

            client.nodes()
                    .withName("cordon-1")
                    .edit(there -> new NodeBuilder(there)
                            .editSpec()
                            .withUnschedulable(true)
                            .endSpec()
                            .build());

            assertThat(outcome(operator.awaitReleased("cordon"))).isEqualTo(VALID);
        }
    }

    @Test
    void stackWhoseConfigMapIsDeletedIsKnownToTheEnd(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, MEASURED).nodes("stack", 1);
                var operator = TestOperator.start(server, client)) {
            client.resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName("mine")
                            .endMetadata()
                            .addToData("stack.xml", "<config><UDP/><PING/><pbcast.GMS/></config>")
                            .build())
                    .create();
            client.resource(RunYaml.of(
                            "stack",
                            "members: 1, messages: 1000, messageSize: 1k, stack: {configMapKeyRef: {name: mine, key:"
                                    + " stack.xml}}"))
                    .create();
            operator.awaitRun("stack", run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING));

            client.configMaps().withName("mine").delete();

            assertThat(outcome(operator.awaitReleased("stack"))).isEqualTo(VALID);
        }
    }

    private static void begin(KubernetesClient client, TestOperator operator, String name) {
        begin(client, operator, name, "members: 2, messages: 1000, messageSize: 1k");
    }

    private static void begin(KubernetesClient client, TestOperator operator, String name, String spec) {
        client.resource(RunYaml.of(name, spec)).create();
        operator.awaitRun(name, run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING));
    }

    private static void deleteSecrets(KubernetesClient client) {
        assertThat(client.secrets()
                        .withLabel("jgbench.io/content", "credentials")
                        .delete())
                .isNotEmpty();
    }

    private static Pod podOf(KubernetesClient client, String member) {
        return client.pods()
                .withLabel("jgbench.io/member", member)
                .list()
                .getItems()
                .getFirst();
    }

    private static String outcome(BenchmarkRun run) {
        return run.condition(ConditionType.SUCCEEDED)
                .map(StatusCondition::message)
                .orElse("");
    }
}
