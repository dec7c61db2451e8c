package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a run may take, and what stays of it. */
@ApiServerTest
@Tag("slow")
class RetentionOnApiServerTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration FOR_EVER = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String WORK = "members: 1, messages: 1000, messageSize: 1k";

    @ParameterizedTest
    @CsvSource({"Never, 0", "OnFailure, 0", "Always, 1"})
    void podsOfARunThatCameToItsEndStayAsRetentionSays(
            String pods, int left, ApiServer server, KubernetesClient client) {
        String name = "ended-" + pods.toLowerCase(Locale.ROOT);
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes(name, 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of(name, WORK + ", retention: {pods: " + pods + "}"));

            var run = operator.awaitReleased(name);

            assertThat(run.isTrue(ConditionType.SUCCEEDED)).isTrue();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(podsOf(client, run)).isEqualTo(left));
        }
    }

    @ParameterizedTest
    @CsvSource({"Never, 0", "OnFailure, 1"})
    @Tag("slow")
    void podsOfARunThatPassedItsActiveDeadlineStayAsRetentionSays(
            String pods, int left, ApiServer server, KubernetesClient client) {
        String name = "late-" + pods.toLowerCase(Locale.ROOT);
        try (var _ = PlayedCluster.withSimulatedMembers(client, FOR_EVER).nodes(name, 1);
                var operator = TestOperator.start(server, client)) {
            create(
                    client,
                    RunYaml.of(
                            name,
                            WORK + ", warmup: {messages: 0}, activeDeadline: 8s, retention: {pods: " + pods + "}"));

            var run = operator.awaitReleased(name);

            var finished = run.condition(ConditionType.FINISHED).orElseThrow();
            assertThat(finished.reason()).isEqualTo("DeadlineExceeded");
            assertThat(finished.message()).contains("member-0", "8s");
            assertThat(run.isTrue(ConditionType.SUCCEEDED)).isFalse();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(podsOf(client, run)).isEqualTo(left));
        }
    }

    @Test
    void aRunWhoseTimeToLiveHasPassedIsDeleted(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("ttl", 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("ttl", WORK + ", retention: {ttlAfterFinished: 3s}"));
            operator.awaitFinished("ttl");

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(client.resources(BenchmarkRun.class)
                                    .withName("ttl")
                                    .get())
                            .isNull());
        }
    }

    @Test
    void aRunWithoutATimeToLiveStays(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("kept", 1);
                var operator = TestOperator.start(server, client)) {
            create(client, RunYaml.of("kept", WORK));
            operator.awaitReleased("kept");
            create(client, RunYaml.named("next", "kept", WORK + ", retention: {ttlAfterFinished: 0s}"));

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(client.resources(BenchmarkRun.class)
                                    .withName("next")
                                    .get())
                            .isNull());
            assertThat(client.resources(BenchmarkRun.class).withName("kept").get())
                    .isNotNull();
        }
    }

    private static void create(KubernetesClient client, BenchmarkRun run) {
        client.resource(run).create();
    }

    /** Its nodes are free, so that nothing more happens but to what stays. */
    private static int podsOf(KubernetesClient client, BenchmarkRun run) {
        return client.pods()
                .withLabel("jgbench.io/run", run.getMetadata().getName())
                .list()
                .getItems()
                .size();
    }
}
