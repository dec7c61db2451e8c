package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.SuiteYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.operator.plan.StackTexts;
import io.jgbench.report.html.run.RunPage;
import io.jgbench.report.html.suite.SuitePage;
import io.jgbench.report.stored.StoredResult;
import io.jgbench.report.stored.StoredSuite;
import io.jgbench.testing.FreePorts;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Full results that outlive their runs. */
@Tag("slow")
@ApiServerTest
class StoredResultsOnApiServerTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String SECRET = "a-secret-that-nobody-reads";

    @Test
    @Tag("slow")
    void fullResultOnTheVolumeOutlivesItsRun(ApiServer server, KubernetesClient client, @TempDir Path volume)
            throws Exception {
        try (var _ = PlayedCluster.withRealMembers(client).nodes("stored", 2);
                var operator = TestOperator.start(server, client, on(volume))) {
            client.resource(RunYaml.of(
                            "stored",
                            "members: 2, messages: 2000, messageSize: 1k, stack: {name: tcp}, warmup: {messages: 200}"))
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

    private static Map<String, String> on(Path volume) {
        return Map.of("JGBENCH_RESULTS_STORAGE", "Volume", "JGBENCH_RESULTS_VOLUME", volume.toString());
    }

    @Test
    void suiteLiesOnTheVolumeWithTheFullResultsOfAllVisitsThoughItsRunsAreDeleted(
            ApiServer server, KubernetesClient client, @TempDir Path volume) throws Exception {
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("kept", 1);
                var _ = TestOperator.start(server, client, on(volume))) {
            client.resource(SuiteYaml.ofCells(
                            "kept",
                            "kept",
                            2,
                            "rounds: 1, retention: {runs: 1}, thresholds: [{metric: unitsPerSecond, min: 1}]"))
                    .create();

            BenchmarkSuite suite = await().atMost(PATIENCE)
                    .until(
                            () -> client.resources(BenchmarkSuite.class)
                                    .withName("kept")
                                    .get(),
                            it -> it.isTrue(SuiteConditionType.RESULTS_STORED));
            await().atMost(PATIENCE)
                    .until(() -> client.resources(BenchmarkRun.class)
                                    .list()
                                    .getItems()
                                    .size()
                            == 1);
            Path folder = volume.resolve(client.getNamespace())
                    .resolve(suite.getStatus().suiteId());
            Path runs = folder.resolve("runs");
            await().atMost(PATIENCE).until(() -> folders(runs).size() == 2);

            assertThat(suite.condition(SuiteConditionType.RESULTS_STORED)
                            .orElseThrow()
                            .message())
                    .isEqualTo("What the suite came to lies in " + folder + ".");
            StoredSuite stored = StoredSuite.read(
                    folder,
                    new SuiteResolver(new RunSpecResolver(source -> StackTexts.find(source, Optional.empty()))));
            assertThat(stored.digests()).hasSize(2);
            assertThat(stored.result().thresholds()).hasSize(2);
            assertThat(SuitePage.html(stored)).contains("<h1>kept</h1>");
            for (Path run : folders(runs)) {
                assertThat(StoredResult.read(run).results().runs()).hasSize(1);
            }
        }
    }

    private static List<Path> folders(Path parent) throws IOException {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(folder -> Files.exists(folder.resolve("status.yaml")))
                    .toList();
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
