package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What was measured outlives what an API server refuses to store. */
@ApiServerTest
@Tag("slow")
class RefusedResultsOnApiServerTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Map<String, Quantity> NONE_BUT_THE_RECORD = Map.of("count/configmaps", new Quantity("1"));

    @Test
    void quotaThatLeavesNoRoomForTheFullResultCostsNoFigure(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("figures", 1);
                var operator = TestOperator.start(server, client)) {
            allowTheRecordAlone(client);
            client.resource(RunYaml.of("figures", "members: 1, messages: 1000, messageSize: 1k"))
                    .create();

            BenchmarkRun standing = operator.awaitRun(
                    "figures", run -> run.getStatus() != null && run.getStatus().summary() != null);
            assertThat(standing.isTrue(ConditionType.FINISHED)).isFalse();
            BenchmarkRun run = operator.awaitReleased("figures");

            assertThat(run.isTrue(ConditionType.SUCCEEDED)).isTrue();
            assertThat(run.getStatus().summary()).isEqualTo(standing.getStatus().summary());
            assertThat(run.getStatus().resultsRef()).isNull();
            assertThat(run.hasReason(ConditionType.RESULTS_STORED, ConditionReason.RESULTS_NOT_STORED))
                    .isTrue();
            assertThat(run.condition(ConditionType.RESULTS_STORED).orElseThrow().message())
                    .contains("exceeded quota: little");
        }
    }

    /** Nobody but the test keeps a quota's account: what is deleted still counts. */
    private static void allowTheRecordAlone(KubernetesClient client) {
        var quota = client.resource(new ResourceQuotaBuilder()
                        .withNewMetadata()
                        .withName("little")
                        .endMetadata()
                        .withNewSpec()
                        .withHard(NONE_BUT_THE_RECORD)
                        .endSpec()
                        .build())
                .create();
        client.resourceQuotas()
                .resource(quota)
                .editStatus(it -> new ResourceQuotaBuilder(it)
                        .withNewStatus()
                        .withHard(NONE_BUT_THE_RECORD)
                        .withUsed(Map.of("count/configmaps", new Quantity("0")))
                        .endStatus()
                        .build());
        await().atMost(PATIENCE)
                .until(() -> client.resourceQuotas().withName("little").get().getStatus() != null);
    }
}
