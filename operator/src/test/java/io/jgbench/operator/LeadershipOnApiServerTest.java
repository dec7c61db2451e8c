package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.cluster.ChartRights;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who of several replicas acts. */
@ApiServerTest
class LeadershipOnApiServerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration FOR_EVER = Duration.ofHours(1);
    private static final String TUNED =
            "members: 1, messages: 1000, messageSize: 1k, stallTimeout: 1h, tuning: {mode: Apply, rmemMax: 25Mi}";

    /** A run that is deleted is looked at every 2 s until nothing is left of it. */
    private static final Duration CLEARED_AGAIN_WITHIN = Duration.ofSeconds(3);

    @Test
    void replicaThatStopsLeavesTheLeadToTheNextAndDoesNotTakeItForLost(ApiServer server, KubernetesClient client) {
        var rights = ChartRights.grant(server, client);
        var isLost = new AtomicBoolean();
        try (var first = replica("first", rights, client, isLost)) {
            first.start();
            await().atMost(PATIENCE).until(() -> "first".equals(leader(client)));
        }

        assertThat(leader(client)).isEmpty();
        assertThat(isLost).isFalse();
        try (var second = replica("second", rights, client, isLost)) {
            second.start();
            await().atMost(PATIENCE).until(() -> "second".equals(leader(client)));
        }
        assertThat(isLost).isFalse();
    }

    @Test
    void replicaThatWaitsToBeElectedChangesNothingWhenARunIsDeleted(ApiServer server, KubernetesClient client) {
        var isLost = new AtomicBoolean();
        var changes = new ConcurrentLinkedQueue<String>();
        try (var rights = ChartRights.grant(server, client);
                var _ = PlayedCluster.withSimulatedMembers(client, FOR_EVER).nodes("tuned", 1);
                var first = replica("first", rights, client, isLost);
                var second = replica("second", telling(changes, rights), rights, client, isLost)) {
            first.start();
            await().atMost(PATIENCE).until(() -> "first".equals(leader(client)));
            second.start();
            client.resource(RunYaml.of("tuned", TUNED)).create();
            await().atMost(PATIENCE).until(() -> isRunning(client, "tuned"));

            client.resources(BenchmarkRun.class).withName("tuned").delete();

            await().atMost(PATIENCE).until(() -> nodeLeases(client).isEmpty());
            await().during(CLEARED_AGAIN_WITHIN)
                    .atMost(CLEARED_AGAIN_WITHIN.multipliedBy(2))
                    .untilAsserted(() -> assertThat(changes).isEmpty());
            assertThat(client.pods().list().getItems()).isEmpty();
        }
    }

    @Test
    @Tag("slow")
    void replicaThatTheApiServerDoesNotAnswerLeadsNoMore(ApiServer server, KubernetesClient client) {
        var isLost = new AtomicBoolean();
        try (var rights = ChartRights.grant(server, client);
                var replica = replica("first", fenced(rights), rights, client, isLost)) {
            awaitWatchable(client, BenchmarkRun.class);
            awaitWatchable(client, BenchmarkSuite.class);
            replica.start();
            await().atMost(PATIENCE).until(() -> "first".equals(leader(client)));

            try (var _ = server.outage()) {
                await().atMost(PATIENCE).untilTrue(isLost);
            }
        }
    }

    private static KubernetesClient fenced(ChartRights rights) {
        try (var plain = rights.client()) {
            return OperatorMain.fenced(
                            new ConfigBuilder(plain.getConfiguration()), Leadership.DEFAULT_LEASE, System::nanoTime)
                    .build();
        }
    }

    /** Right after a definition was made the API server refuses to watch its objects, and this client asks once. */
    private static void awaitWatchable(KubernetesClient client, Class<? extends HasMetadata> type) {
        client.resources(type)
                .list(new ListOptionsBuilder().withResourceVersion("0").build());
    }

    /** What a replica asks to change, but for the Lease of the leader; what it may do is no such change. */
    private static KubernetesClient telling(Queue<String> changes, ChartRights rights) {
        try (var plain = rights.client()) {
            return new KubernetesClientBuilder()
                    .withConfig(plain.getConfiguration())
                    .withKubernetesSerialization(LeanObjects.serialization())
                    .withHttpClientBuilderConsumer(builder ->
                            builder.addOrReplaceInterceptor("telling", new Interceptor() {
                                @Override
                                public void before(BasicBuilder asked, HttpRequest request, RequestTags tags) {
                                    String path = request.uri().getPath();
                                    boolean asksWhatItMay = path.startsWith("/apis/authorization.k8s.io/");
                                    if (!request.method().equals("GET")
                                            && !asksWhatItMay
                                            && !path.contains(Leadership.DEFAULT_LEASE)) {
                                        changes.add(request.method() + " " + path);
                                    }
                                }
                            }))
                    .build();
        }
    }

    private static boolean isRunning(KubernetesClient client, String name) {
        BenchmarkRun run = client.resources(BenchmarkRun.class).withName(name).get();
        return run != null && run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING);
    }

    private static List<Lease> nodeLeases(KubernetesClient client) {
        return client.leases()
                .inNamespace(ChartRights.operatorNamespace(client))
                .withLabel("app.kubernetes.io/managed-by")
                .list()
                .getItems();
    }

    private static BenchmarkOperator replica(
            String name, ChartRights rights, KubernetesClient client, AtomicBoolean isLost) {
        return replica(name, rights.client(), rights, client, isLost);
    }

    private static BenchmarkOperator replica(
            String name, KubernetesClient own, ChartRights rights, KubernetesClient client, AtomicBoolean isLost) {
        var settings = OperatorSettings.of(Map.of(
                "HOSTNAME",
                name,
                "JGBENCH_NAMESPACE",
                rights.namespace(),
                "JGBENCH_WATCH_NAMESPACES",
                client.getNamespace(),
                "JGBENCH_MEMBER_IMAGE",
                "jgbench.test/member:1"));
        return new BenchmarkOperator(own, settings, new SimpleMeterRegistry(), () -> isLost.set(true));
    }

    private static String leader(KubernetesClient client) {
        var lease = client.leases()
                .inNamespace(ChartRights.operatorNamespace(client))
                .withName("jgbench-operator-leader")
                .get();
        return lease == null ? null : lease.getSpec().getHolderIdentity();
    }
}
