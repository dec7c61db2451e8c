package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.SuiteWatch;
import io.jgbench.operator.cluster.SuiteYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.report.html.suite.SuitePage;
import io.jgbench.report.stored.ClusterSuite;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.SuiteDetails;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
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
                new SuiteWatch(client).await("grid", suite -> SuiteWatch.visitsDone(suite) >= 1);
            }
            BenchmarkRun under = client.resources(BenchmarkRun.class)
                    .withName(new SuiteWatch(client)
                            .suite("grid")
                            .getStatus()
                            .current()
                            .run())
                    .get();
            client.resource(under).delete();
            try (var _ = TestOperator.start(server, client)) {
                BenchmarkSuite suite =
                        new SuiteWatch(client).await("grid", it -> it.isTrue(SuiteConditionType.FINISHED));

                assertThat(suite.isTrue(SuiteConditionType.SUCCEEDED))
                        .as("%s", suite.getStatus())
                        .isTrue();
                assertThat(suite.getStatus().visits().progress()).isEqualTo("4/4");
                assertThat(suite.getStatus().visits().valid()).isEqualTo(4);
                assertThat(suite.getStatus().perCell()).allSatisfy(cell -> {
                    assertThat(cell.validRounds()).isEqualTo(2);
                    assertThat(cell.bytesPerSecond()).isPositive();
                });
                assertThat(new SuiteWatch(client).digests())
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
            new SuiteWatch(client)
                    .await(
                            "held",
                            suite -> suite.hasReason(SuiteConditionType.SUCCEEDED, SuiteConditionReason.SUSPENDED));
            assertThat(runs(client)).isEmpty();

            client.resources(BenchmarkSuite.class).withName("held").edit(suite -> {
                suite.setSpec(SuiteYaml.ofCells("held", "held", 1, "rounds: 1, suspend: false")
                        .getSpec());
                return suite;
            });

            new SuiteWatch(client).await("held", suite -> suite.isTrue(SuiteConditionType.SUCCEEDED));
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

            BenchmarkSuite suite =
                    new SuiteWatch(client).await("refused", it -> it.isTrue(SuiteConditionType.FINISHED));

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
            new SuiteWatch(client)
                    .await(
                            "judged",
                            suite -> suite.hasReason(
                                    SuiteConditionType.RESOLVED, SuiteConditionReason.BASELINE_UNUSABLE));
            assertThat(runs(client)).isEmpty();
            client.resource(SuiteYaml.ofCells(
                            "first",
                            "judged",
                            1,
                            "rounds: 1, thresholds: [{metric: unitsPerSecond, min: 1, of: Median}]"))
                    .create();

            BenchmarkSuite first =
                    new SuiteWatch(client).await("first", it -> it.getStatus().judgement() != null);
            BenchmarkSuite judged =
                    new SuiteWatch(client).await("judged", it -> it.getStatus().judgement() != null);

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
            var suite =
                    new SuiteWatch(client).await("round", it -> it.getStatus().current() != null);
            // which of two that were declared in the same second is first depends on their names
            Instant next = Instant.parse(suite.getStatus().roundStartTime()).plusSeconds(1);
            await().until(() -> Instant.now().isAfter(next));
            client.resource(RunYaml.named("other", "round", "members: 1, messages: 1000, messageSize: 1k"))
                    .create();

            operator.awaitFinished("other");
            new SuiteWatch(client).await("round", it -> it.isTrue(SuiteConditionType.FINISHED));

            String other = startTime(client, "other");
            for (String visit : List.of("round-c1-r1", "round-c2-r1")) {
                assertThat(startTime(client, visit)).isLessThan(other);
            }
            for (String visit : List.of("round-c1-r2", "round-c2-r2")) {
                assertThat(startTime(client, visit)).isGreaterThan(other);
            }
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
}
