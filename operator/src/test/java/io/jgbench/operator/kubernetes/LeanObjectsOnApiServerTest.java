package io.jgbench.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.util.Map;
import org.junit.jupiter.api.Test;

@ApiServerTest
class LeanObjectsOnApiServerTest {
    @Test
    void whoWroteWhichFieldIsNotReadAndNotLost(KubernetesClient client) {
        client.resource(RunYaml.of("lean", "members: 1, messages: 1000, messageSize: 1k"))
                .create();
        try (var lean = new KubernetesClientBuilder()
                .withConfig(client.getConfiguration())
                .withKubernetesSerialization(LeanObjects.serialization())
                .build()) {
            var run = lean.resources(BenchmarkRun.class).withName("lean").get();
            assertThat(run.getMetadata().getManagedFields()).isEmpty();
            assertThat(run.getMetadata().getAdditionalProperties()).isEmpty();
            assertThat(run.getMetadata().getUid()).isNotNull();

            run.getMetadata().setLabels(Map.of("seen", "true"));
            lean.resource(run).update();
        }

        var run = client.resources(BenchmarkRun.class).withName("lean").get();
        assertThat(run.getMetadata().getLabels()).containsEntry("seen", "true");
        assertThat(run.getMetadata().getManagedFields()).isNotEmpty();
    }
}
