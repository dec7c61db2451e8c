package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.BenchmarkSuiteStatus.Phase;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusAnswer;
import io.jgbench.api.v1alpha1.StatusAnswer.Outcome;
import io.jgbench.api.v1alpha1.StatusJudgement.Verdict;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.suite.SuiteResolver;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.SuiteYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.report.ClusterSuite;
import io.jgbench.report.StoredResultException;
import io.jgbench.report.SuiteDetails;
import io.jgbench.report.html.SuitePage;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@ApiServerTest
class SuitesOnApiServerTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String PLANNED = "jgbench.suite.planned";

    @Test
    @Tag("slow")
    void suiteComesToItsEndThoughItsOperatorIsKilledAndARunDeleted(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("grid", 1)) {
            try (var _ = TestOperator.start(server, client)) {
                client.resource(SuiteYaml.ofCells("grid", "grid", 2, "rounds: 2, retention: {runs: 2}"))
                        .create();
                awaitSuite(client, "grid", suite -> visitsDone(suite) >= 1);
            }
            BenchmarkRun under = client.resources(BenchmarkRun.class)
                    .withName(suite(client, "grid").getStatus().current().run())
                    .get();
            client.resource(under).delete();
            try (var _ = TestOperator.start(server, client)) {
                BenchmarkSuite suite = awaitSuite(client, "grid", it -> it.isTrue(SuiteConditionType.FINISHED));

                assertThat(suite.isTrue(SuiteConditionType.SUCCEEDED))
                        .as("%s", suite.getStatus())
                        .isTrue();
                assertThat(suite.getStatus().visits().progress()).isEqualTo("4/4");
                assertThat(suite.getStatus().visits().valid()).isEqualTo(4);
                assertThat(suite.getStatus().perCell()).allSatisfy(cell -> {
                    assertThat(cell.validRounds()).isEqualTo(2);
                    assertThat(cell.bytesPerSecond()).isPositive();
                });
                assertThat(digests(client))
                        .containsExactlyInAnyOrder(
                                "grid-c1-r1.json.gz", "grid-c1-r2.json.gz", "grid-c2-r1.json.gz", "grid-c2-r2.json.gz");
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(runs(client)).hasSize(2));
            }
        }
    }

    @Test
    void suspendedSuiteGoesOnWhenItIsResumed(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("held", 1);
                var _ = TestOperator.start(server, client)) {
            client.resource(SuiteYaml.ofCells("held", "held", 1, "rounds: 1, suspend: true"))
                    .create();
            awaitSuite(
                    client,
                    "held",
                    suite -> suite.hasReason(SuiteConditionType.SUCCEEDED, SuiteConditionReason.SUSPENDED));
            assertThat(runs(client)).isEmpty();

            client.resources(BenchmarkSuite.class).withName("held").edit(suite -> {
                suite.setSpec(SuiteYaml.ofCells("held", "held", 1, "rounds: 1, suspend: false")
                        .getSpec());
                return suite;
            });

            awaitSuite(client, "held", suite -> suite.isTrue(SuiteConditionType.SUCCEEDED));
        }
    }

    @Test
    void figuresOfASuiteThatIsDeletedGoWithItThoughNoOtherIsThere(ApiServer server, KubernetesClient client) {
        try (var operator = TestOperator.start(server, client)) {
            client.resource(SuiteYaml.ofCells("gone", "gone", 1, "rounds: 1, suspend: true"))
                    .create();
            await().atMost(PATIENCE).until(() -> !operator.metersNamed(PLANNED).isEmpty());

            client.resources(BenchmarkSuite.class).withName("gone").delete();

            await().atMost(PATIENCE).until(() -> operator.metersNamed(PLANNED).isEmpty());
        }
    }

    @Test
    void suiteThatCannotBeRunSaysWhyAndStartsNothing(ApiServer server, KubernetesClient client) {
        try (var _ = TestOperator.start(server, client)) {
            client.resource(SuiteYaml.parsed(
                            "refused",
                            "template: {members: 2, messages: 1000, messageSize: 1k},"
                                    + " axes: [{name: n, path: members, values: ['2', '100000']}]"))
                    .create();

            BenchmarkSuite suite = awaitSuite(client, "refused", it -> it.isTrue(SuiteConditionType.FINISHED));

            assertThat(suite.getStatus().phase()).isEqualTo(Phase.REFUSED);
            assertThat(suite.condition(SuiteConditionType.RESOLVED)
                            .orElseThrow()
                            .message())
                    .contains("cell n=100000: spec.members must be between");
            assertThat(runs(client)).isEmpty();
        }
    }

    @Test
    void suiteThatIsOverIsJudgedByItsThresholdsAndAgainstAnother(ApiServer server, KubernetesClient client)
            throws StoredResultException {
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("judged", 1);
                var _ = TestOperator.start(server, client)) {
            client.resource(SuiteYaml.ofCells(
                            "judged",
                            "judged",
                            1,
                            "rounds: 1, baseline: {suite: first},"
                                    + " thresholds: [{metric: unitsPerSecond, max: 1, of: Median}]"))
                    .create();
            awaitSuite(
                    client,
                    "judged",
                    suite -> suite.hasReason(SuiteConditionType.RESOLVED, SuiteConditionReason.BASELINE_UNUSABLE));
            assertThat(runs(client)).isEmpty();
            client.resource(SuiteYaml.ofCells(
                            "first",
                            "judged",
                            1,
                            "rounds: 1, thresholds: [{metric: unitsPerSecond, min: 1, of: Median}]"))
                    .create();

            BenchmarkSuite first =
                    awaitSuite(client, "first", it -> it.getStatus().judgement() != null);
            BenchmarkSuite judged =
                    awaitSuite(client, "judged", it -> it.getStatus().judgement() != null);

            assertThat(first.isTrue(SuiteConditionType.THRESHOLDS_MET)).isTrue();
            assertThat(first.getStatus().judgement().verdict()).isEqualTo(Verdict.PASSED);
            assertThat(judged.hasReason(SuiteConditionType.THRESHOLDS_MET, SuiteConditionReason.THRESHOLD_MISSED))
                    .as("%s", judged.getStatus())
                    .isTrue();
            assertThat(judged.hasReason(SuiteConditionType.BASELINE_HELD, SuiteConditionReason.INCONCLUSIVE))
                    .as("%s", judged.getStatus())
                    .isTrue();
            assertThat(judged.getStatus().judgement().verdict()).isEqualTo(Verdict.THRESHOLD_MISSED);
            assertThat(judged.getStatus().judgement().answers())
                    .extracting(StatusAnswer::outcome)
                    .containsExactly(Outcome.MISSED, Outcome.INCONCLUSIVE);
            assertThat(page(client, judged))
                    .contains("THRESHOLD MISSED", "messages=1000", "kubectl apply -f suite.yaml");
        }
    }

    @Test
    void runThatIsDeclaredMeanwhileWaitsForTheEndOfTheRound(ApiServer server, KubernetesClient client) {
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("round", 1);
                var operator = TestOperator.start(server, client)) {
            client.resource(SuiteYaml.ofCells("round", "round", 2, "rounds: 2")).create();
            var suite = awaitSuite(client, "round", it -> it.getStatus().current() != null);
            // which of two that were declared in the same second is first depends on their names
            Instant next = Instant.parse(suite.getStatus().roundStartTime()).plusSeconds(1);
            await().until(() -> Instant.now().isAfter(next));
            client.resource(RunYaml.named("other", "round", "members: 1, messages: 1000, messageSize: 1k"))
                    .create();

            operator.awaitFinished("other");
            awaitSuite(client, "round", it -> it.isTrue(SuiteConditionType.FINISHED));

            String other = startTime(client, "other");
            for (String visit : List.of("round-c1-r1", "round-c2-r1")) {
                assertThat(startTime(client, visit)).isLessThan(other);
            }
            for (String visit : List.of("round-c1-r2", "round-c2-r2")) {
                assertThat(startTime(client, visit)).isGreaterThan(other);
            }
        }
    }

    @Test
    @Tag("slow")
    void twoHundredVisitsSurviveOperatorsThatAreRestartedAtRandom(ApiServer server, KubernetesClient client) {
        long seed = new Random().nextLong();
        System.out.println("the operator is restarted by seed " + seed);
        var random = new Random(seed);
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("many", 1)) {
            client.resource(SuiteYaml.ofCells("many", "many", 20, "rounds: 10, retention: {runs: 3}"))
                    .create();
            int restarts = 0;
            while (!suite(client, "many").isTrue(SuiteConditionType.FINISHED)) {
                try (var _ = TestOperator.start(server, client)) {
                    int until = visitsDone(suite(client, "many")) + 1 + random.nextInt(20);
                    awaitSuite(client, "many", it -> it.isTrue(SuiteConditionType.FINISHED) || visitsDone(it) >= until);
                    await().pollDelay(Duration.ofMillis(random.nextInt(3000))).until(() -> true);
                }
                restarts++;
            }

            assertThat(restarts).as("seed %d", seed).isGreaterThan(5);
            assertThat(digests(client)).as("seed %d", seed).hasSize(200).doesNotHaveDuplicates();
            var status = suite(client, "many").getStatus();
            assertThat(status.visits().valid()
                            + status.visits().invalid()
                            + status.visits().failed())
                    .as("seed %d: no cell is run twice in a round", seed)
                    .isEqualTo(200);
            assertThat(suite(client, "many").isTrue(SuiteConditionType.SUCCEEDED))
                    .as("seed %d: %s", seed, status.conditions())
                    .isTrue();
        }
    }

    /** What {@code jgbench report bsuite/NAME} writes, of the objects as kubectl gives them. */
    private static String page(KubernetesClient client, BenchmarkSuite suite) throws StoredResultException {
        var resolver = new SuiteResolver(new RunSpecResolver(
                source -> new TransportSpec.Stack("udp", "<config><UDP/><PING/><pbcast.GMS/></config>")));
        var stored = ClusterSuite.of("bsuite/judged", json(suite), resolver);
        var digests = stored.digests(
                json(client.configMaps().withLabelSelector(stored.selector()).list()));
        return SuitePage.html(stored.stored(stored.result(stored.spec(), digests), digests, SuiteDetails.NONE));
    }

    private static byte[] json(Object object) {
        return Serialization.asJson(object).getBytes(StandardCharsets.UTF_8);
    }

    private static BenchmarkSuite awaitSuite(KubernetesClient client, String name, Predicate<BenchmarkSuite> expected) {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> suite(client, name), suite -> suite.getStatus() != null && expected.test(suite));
    }

    private static BenchmarkSuite suite(KubernetesClient client, String name) {
        return client.resources(BenchmarkSuite.class).withName(name).require();
    }

    private static int visitsDone(BenchmarkSuite suite) {
        return suite.getStatus() == null || suite.getStatus().visits() == null
                ? 0
                : suite.getStatus().visits().done();
    }

    private static List<BenchmarkRun> runs(KubernetesClient client) {
        return client.resources(BenchmarkRun.class)
                .withLabel("jgbench.io/suite")
                .list()
                .getItems();
    }

    private static String startTime(KubernetesClient client, String run) {
        BenchmarkRun found = client.resources(BenchmarkRun.class).withName(run).require();
        assertThat(found.isTrue(ConditionType.FINISHED)).isTrue();
        return found.getStatus().startTime();
    }

    private static List<String> digests(KubernetesClient client) {
        return client.configMaps().withLabel("jgbench.io/content", "digests").list().getItems().stream()
                .map(ConfigMap::getBinaryData)
                .flatMap(data -> data.keySet().stream())
                .toList();
    }
}
