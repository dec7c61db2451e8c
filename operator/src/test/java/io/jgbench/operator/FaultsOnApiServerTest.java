package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is taken away from a run while its members measure. */
@Tag("slow")
@ApiServerTest
class FaultsOnApiServerTest {
    private static final Duration MEASURED = Duration.ofSeconds(8);
    private static final Duration ENDLESS = Duration.ofMinutes(5);
    private static final String VALID = "The run completed and its result is valid.";

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
        client.resource(RunYaml.of(name, "members: 2, messages: 1000, messageSize: 1k"))
                .create();
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
