package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;

/**
 * How long it takes until the start has reached all of 200 simulated members; see docs/BENCHMARKS.md. A measurement and
 * no test: it is run by its name, on a machine that does nothing else.
 */
@ApiServerTest
class ReleaseFanOutMeasurement {

    @RepeatedTest(5)
    void startReachesTwoHundredMembers(ApiServer server, KubernetesClient client) {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, Duration.ofSeconds(1))
                        .nodes("wide", 200);
                var operator = TestOperator.start(server, client)) {
            client.resource(RunYaml.of("wide", "members: 200, messages: 1000, messageSize: 1k, start: {maxSkew: 5s}"))
                    .create();
            var finished = operator.awaitFinished("wide");

            assertThat(finished.isTrue(ConditionType.SUCCEEDED))
                    .as(() -> finished.getStatus().conditions().toString())
                    .isTrue();
            System.out.printf(
                    "from the first to the last member that took the start: %d ms%n",
                    cluster.startFanOut().toMillis());
        }
    }
}
