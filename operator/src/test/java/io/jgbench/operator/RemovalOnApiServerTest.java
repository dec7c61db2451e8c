package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.cluster.ChartRights;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reserve.NodeLeases;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What is left when runs are removed: nothing, in whatever order namespace, rights and operator go. The operator has
 * the rights that the chart grants. The tests do what controllers do that are not here: those of namespaces and of
 * garbage.
 */
@Tag("slow")
@ApiServerTest
class RemovalOnApiServerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration FOR_EVER = Duration.ofHours(1);
    private static final String WORK = "members: 1, messages: 1000, messageSize: 1k, stallTimeout: 1h";

    @Test
    @Tag("slow")
    void namespaceGoesThoughTheOperatorsRightsInItWentFirst(ApiServer server, KubernetesClient client) {
        try (var rights = ChartRights.grant(server, client);
                var cluster = PlayedCluster.withSimulatedMembers(client, FOR_EVER)
                        .nodes("over", 1)
                        .nodes("under-way", 1);
                var operator = TestOperator.start(rights, client)) {
            create(client, RunYaml.of("over", WORK + ", warmup: {messages: 0}, activeDeadline: 5s"));
            create(client, RunYaml.parsed("suspended", WORK + ", suspend: true"));
            create(client, RunYaml.of("under-way", WORK));
            operator.awaitRun("under-way", run -> is(run, ConditionReason.RUNNING));
            operator.awaitRun("suspended", run -> is(run, ConditionReason.SUSPENDED));
            operator.awaitReleased("over");
            create(client, RunYaml.named("queued", "under-way", WORK));
            operator.awaitRun("queued", run -> is(run, ConditionReason.QUEUED));

            assertThat(client.resources(BenchmarkRun.class).list().getItems())
                    .allSatisfy(
                            run -> assertThat(run.getMetadata().getFinalizers()).isEmpty());
            client.namespaces().withName(client.getNamespace()).delete();
            client.rbac().roleBindings().delete();
            client.resources(BenchmarkRun.class).delete();
            client.pods().delete();

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(runs(client)).isEmpty());
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(client.pods().list().getItems()).isEmpty());
            finishDeletionOfNamespace(client);
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(reservedNodes(client, rights)).isEmpty());
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    void nodesOfARunThatWasDeletedWhileNoOperatorWasThereAreFreedByTheNext(ApiServer server, KubernetesClient client) {
        try (var rights = ChartRights.grant(server, client);
                var cluster =
                        PlayedCluster.withSimulatedMembers(client, FOR_EVER).nodes("alone", 1)) {
            try (var first = TestOperator.start(rights, client)) {
                create(client, RunYaml.of("alone", WORK));
                first.awaitRun("alone", run -> is(run, ConditionReason.RUNNING));
            }
            client.resources(BenchmarkRun.class).withName("alone").delete();
            assertThat(runs(client)).as("no finalizer holds it").isEmpty();
            assertThat(reservedNodes(client, rights)).containsExactly("jgbench-node-alone-0");

            try (var _ = TestOperator.start(rights, client)) {
                await().atMost(PATIENCE)
                        .untilAsserted(
                                () -> assertThat(reservedNodes(client, rights)).isEmpty());
            }
            assertThat(client.pods().list().getItems()).isEmpty();
            assertThat(cluster.running()).isEmpty();
        }
    }

    @Test
    void runOfTheSameNameBeginsWhenTheDeletedOneHasLeftItsNode(ApiServer server, KubernetesClient client) {
        try (var rights = ChartRights.grant(server, client);
                var cluster =
                        PlayedCluster.withSimulatedMembers(client, FOR_EVER).nodes("again", 1);
                var operator = TestOperator.start(rights, client)) {
            create(client, RunYaml.of("again", WORK));
            var first = operator.awaitRun("again", run -> is(run, ConditionReason.RUNNING));

            client.resources(BenchmarkRun.class).withName("again").delete();
            create(client, RunYaml.of("again", WORK));

            var second = operator.awaitRun("again", run -> is(run, ConditionReason.RUNNING));
            assertThat(second.getMetadata().getUid())
                    .isNotEqualTo(first.getMetadata().getUid());
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(cluster.running())
                            .singleElement()
                            .asString()
                            .startsWith(second.getStatus().runId()));
        }
    }

    @Test
    void finalizerOfAnEarlierVersionIsTakenAway(ApiServer server, KubernetesClient client) {
        var kept = withFinalizers("kept", "example.org/others", "jgbench.io/members");
        var leaving = withFinalizers("leaving", "jgbench.io/members");
        create(client, kept);
        create(client, leaving);
        client.resources(BenchmarkRun.class).withName("leaving").delete();
        assertThat(runs(client)).containsExactly("kept", "leaving");

        try (var rights = ChartRights.grant(server, client);
                var operator = TestOperator.start(rights, client)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(runs(client)).containsExactly("kept"));
            operator.awaitRun("kept", run -> run.getMetadata().getFinalizers().equals(List.of("example.org/others")));
            // whatever the operator writes meanwhile
            client.resources(BenchmarkRun.class)
                    .withName("kept")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
        }
    }

    private static BenchmarkRun withFinalizers(String name, String... finalizers) {
        BenchmarkRun run = RunYaml.parsed(name, WORK + ", suspend: true");
        run.getMetadata().setFinalizers(List.of(finalizers));
        return run;
    }

    @Test
    void nodesOfRunsAreFreeWhenTheirNamespaceIsGoneAndNotWhileItOnlyCannotBeLookedInto(
            ApiServer server, KubernetesClient client) {
        var run = new RunRef(client.getNamespace(), "gone", "uid-of-gone");
        try (var rights = ChartRights.grant(server, client);
                var operators = rights.client()) {
            var leases = new NodeLeases(operators, rights.namespace(), Clock.systemUTC(), _ -> true);
            leases.take(run, List.of("node-of-gone"), false, Duration.ofHours(1));
            client.rbac().roleBindings().delete();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(leases.ofMissingRuns()).isEmpty());

            client.namespaces().withName(client.getNamespace()).delete();
            assertThat(leases.ofMissingRuns()).isEmpty();
            finishDeletionOfNamespace(client);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(leases.ofMissingRuns()).containsExactly(run));
        }
    }

    @Test
    void nodesOfARunThatMayNotBeLookedAtAreFreeOnceItMustHaveEndedWhereNobodyLooksAfterItsNamespace(
            ApiServer server, KubernetesClient client) {
        var run = new RunRef(client.getNamespace(), "dropped", "uid-of-dropped");
        try (var rights = ChartRights.grant(server, client);
                var operators = rights.client()) {
            leases(operators, rights, Duration.ZERO, true).take(run, List.of("dropped-0"), false, Duration.ofHours(1));
            client.rbac().roleBindings().delete();
            var overdue = Duration.ofHours(2);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    leases(operators, rights, overdue, true).ofMissingRuns())
                            .isEmpty());

            assertThat(leases(operators, rights, Duration.ZERO, false).ofMissingRuns())
                    .isEmpty();
            assertThat(leases(operators, rights, overdue, false).ofMissingRuns())
                    .containsExactly(run);
            leases(operators, rights, overdue, false).release(run);
        }
    }

    private static NodeLeases leases(KubernetesClient client, ChartRights rights, Duration passed, boolean isWatched) {
        return new NodeLeases(client, rights.namespace(), Clock.offset(Clock.systemUTC(), passed), _ -> isWatched);
    }

    private static void finishDeletionOfNamespace(KubernetesClient client) {
        var namespace = client.namespaces().withName(client.getNamespace()).require();
        client.raw(
                "/api/v1/namespaces/" + client.getNamespace() + "/finalize",
                "PUT",
                new NamespaceBuilder(namespace)
                        .editSpec()
                        .withFinalizers()
                        .endSpec()
                        .build());
    }

    private static void create(KubernetesClient client, BenchmarkRun run) {
        client.resource(run).create();
    }

    private static boolean is(BenchmarkRun run, ConditionReason stage) {
        return run.hasReason(ConditionType.SUCCEEDED, stage);
    }

    private static Stream<String> runs(KubernetesClient client) {
        return client.resources(BenchmarkRun.class).list().getItems().stream()
                .map(run -> run.getMetadata().getName());
    }

    private static List<String> reservedNodes(KubernetesClient client, ChartRights rights) {
        return client.leases().inNamespace(rights.namespace()).list().getItems().stream()
                .map(Lease::getMetadata)
                .map(metadata -> metadata.getName())
                .filter(name -> name.startsWith("jgbench-node-"))
                .toList();
    }
}
