package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import org.junit.jupiter.api.Test;

@ApiServerTest
class BenchmarkOperatorTest {
    @Test
    void aRunIsAnsweredInItsStatus(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withRealMembers(client).nodes("whole", 4);
                var operator = TestOperator.start(server, client)) {
            client.resource(RunYaml.of(
                            "whole",
                            "members: 4, messages: 2000, messageSize: 1k, stack: {name: tcp}, warmup: {messages: 200}"))
                    .create();

            BenchmarkRun run = operator.awaitReleased("whole");

            assertThat(run.condition(ConditionType.FINISHED).orElseThrow().message())
                    .isEqualTo("The run completed.");
            assertThat(run.getStatus().perMember())
                    .hasSize(4)
                    .allSatisfy(member -> assertThat(member.messagesReceived()).isEqualTo(8000))
                    .extracting(member -> member.node())
                    .containsExactly("whole-0", "whole-1", "whole-2", "whole-3");
            assertThat(run.getStatus().summary().messagesPerSecond()).isPositive();
            assertThat(cluster.running()).isEmpty();
        }
    }
}
