package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.report.StoredResult;
import io.jgbench.report.html.RunPage;
import io.jgbench.testing.FreePorts;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Full results that outlive their runs. */
@ApiServerTest
class StoredResultsOnApiServerTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final String SECRET = "a-secret-that-nobody-reads";

    @Test
    void fullResultOnTheVolumeOutlivesItsRun(ApiServer server, KubernetesClient client, @TempDir Path volume)
            throws Exception {
        var storage = Map.of("JGBENCH_RESULTS_STORAGE", "Volume", "JGBENCH_RESULTS_VOLUME", volume.toString());
        try (var _ = PlayedCluster.withRealMembers(client).nodes("stored", 2);
                var operator = TestOperator.start(server, client, storage)) {
            client.resource(RunYaml.of("stored", "members: 2, messages: 2000, messageSize: 1k, stack: {name: tcp}"))
                    .create();

            BenchmarkRun run = operator.awaitRun("stored", it -> it.isTrue(ConditionType.RESULTS_STORED));
            client.resource(run).delete();
            StoredResult stored =
                    StoredResult.read(Path.of(run.getStatus().resultsRef().location()));

            assertThat(stored.place())
                    .startsWith(volume.resolve(client.getNamespace()).toString());
            assertThat(stored.results().representative().members())
                    .hasSize(2)
                    .allMatch(member -> member.report().isPresent());
            assertThat(RunPage.html(stored.results(), stored.declaration())).contains("stored");
        }
    }

    @Test
    void runWhoseStorageRefusesKeepsItsVerdictAndSaysWhyAndOthersGoOn(ApiServer server, KubernetesClient client)
            throws Exception {
        String endpoint = "http://127.0.0.1:" + FreePorts.take(1).getFirst();
        var storage = Map.of(
                "JGBENCH_RESULTS_STORAGE",
                "S3",
                "JGBENCH_RESULTS_S3_ENDPOINT",
                endpoint,
                "JGBENCH_RESULTS_S3_BUCKET",
                "bench",
                "AWS_ACCESS_KEY_ID",
                "id-of-the-test",
                "AWS_SECRET_ACCESS_KEY",
                SECRET);
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("refused", 1);
                var operator = TestOperator.start(server, client, storage)) {
            client.resource(RunYaml.of("refused", "members: 1, messages: 1000, messageSize: 1k"))
                    .create();

            BenchmarkRun run = operator.awaitRun(
                    "refused",
                    it -> it.condition(ConditionType.RESULTS_STORED)
                            .filter(condition -> condition.message().contains("Try 1 of 5 failed"))
                            .isPresent());

            var storing = run.condition(ConditionType.RESULTS_STORED).orElseThrow();
            assertThat(storing.isFor(ConditionReason.STORING)).isTrue();
            assertThat(storing.message()).contains(endpoint, "bucket bench", "Connection refused");
            assertThat(run.isTrue(ConditionType.SUCCEEDED)).isTrue();
            assertThat(run.getStatus().summary()).isNotNull();
            assertThat(run.getStatus().toString()).doesNotContain(SECRET);

            client.resource(RunYaml.named("next", "refused", "members: 1, messages: 1000, messageSize: 1k"))
                    .create();
            assertThat(operator.awaitFinished("next").isTrue(ConditionType.SUCCEEDED))
                    .isTrue();
        }
    }
}
