package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.CompressedDigest;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.SuiteWatch;
import io.jgbench.operator.cluster.SuiteYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What is taken away from a suite while its visits are made: a member, the API server, its nodes. No cell is run twice
 * in a round but for visits that failed, none is missing, and the digest of each attempt is kept.
 */
@Tag("slow")
@ApiServerTest
class SuiteFaultsOnApiServerTest {
    private static final Duration MEASURED = Duration.ofSeconds(2);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration AWAY = Duration.ofSeconds(30);

    @Test
    void memberThatIsKilledCostsItsVisitOneAttempt(ApiServer server, KubernetesClient client) throws Exception {
        try (var cluster = PlayedCluster.withSimulatedMembers(client, MEASURED).nodes("killed", 1);
                var _ = TestOperator.start(server, client)) {
            client.resource(SuiteYaml.ofCells("killed", "killed", 2, "rounds: 3, onInvalid: {retries: 2}"))
                    .create();
            Set<String> struck = new HashSet<>();
            for (int visits = 0; visits < 6; visits += 2) {
                struck.add(kill(client, cluster, "killed", visits, struck));
            }

            BenchmarkSuite suite = new SuiteWatch(client).await("killed", it -> it.isTrue(SuiteConditionType.FINISHED));

            assertThat(suite.isTrue(SuiteConditionType.SUCCEEDED))
                    .as("%s", suite.getStatus())
                    .isTrue();
            List<VisitDigest> digests = digests(client, "killed");
            assertThatEachCellIsVisitedOnceInEachRound(digests, 2, 3);
            assertThat(digests.stream().filter(digest -> digest.outcome() == VisitOutcome.FAILED))
                    .extracting(VisitDigest::run)
                    .containsExactlyInAnyOrderElementsOf(struck);
            assertThat(digests.stream().filter(digest -> struck.contains(digest.run())))
                    .allSatisfy(digest ->
                            assertThat(digest.failure().orElseThrow().message()).contains("member-0"));
        }
    }

    /** Kills the member of a visit after that many are made; gives the name of its run. */
    private static String kill(
            KubernetesClient client, PlayedCluster cluster, String suite, int visits, Set<String> struck) {
        new SuiteWatch(client)
                .await(
                        suite,
                        it -> it.getStatus().visits() != null
                                && it.getStatus().visits().done() >= visits);
        BenchmarkRun run = await().atMost(PATIENCE)
                .until(
                        () -> runs(client, suite).stream()
                                .filter(it -> !struck.contains(it.getMetadata().getName()))
                                .filter(it -> it.isTrue(ConditionType.STARTED) && !it.isTrue(ConditionType.FINISHED))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        String name = run.getMetadata().getName();
        String pod = client.pods()
                .withLabel("jgbench.io/run", name)
                .list()
                .getItems()
                .getFirst()
                .getMetadata()
                .getName();
        cluster.kill(pod);
        awaitRunFinished(client, name);
        return name;
    }

    private static void awaitRunFinished(KubernetesClient client, String name) {
        await().atMost(PATIENCE).until(() -> {
            BenchmarkRun run =
                    client.resources(BenchmarkRun.class).withName(name).get();
            return run == null || run.isTrue(ConditionType.FINISHED);
        });
    }

    @Test
    void apiServerThatIsAwayForHalfAMinuteCostsNoVisit(ApiServer server, KubernetesClient client) throws Exception {
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("away", 1);
                var _ = TestOperator.start(server, client)) {
            client.resource(SuiteYaml.ofCells("away", "away", 4, "rounds: 3, onInvalid: {retries: 2}"))
                    .create();
            new SuiteWatch(client)
                    .await(
                            "away",
                            it -> it.getStatus().visits() != null
                                    && it.getStatus().visits().done() >= 3);

            try (var _ = server.outage()) {
                await().atMost(PATIENCE).pollDelay(AWAY).until(() -> true);
            }

            BenchmarkSuite suite = new SuiteWatch(client).await("away", it -> it.isTrue(SuiteConditionType.FINISHED));
            assertThat(suite.isTrue(SuiteConditionType.SUCCEEDED))
                    .as("%s", suite.getStatus())
                    .isTrue();
            assertThat(suite.getStatus().visits().done()).isEqualTo(12);
            assertThatEachCellIsVisitedOnceInEachRound(digests(client, "away"), 4, 3);
        }
    }

    @Test
    void runsThatTakeTheNodesBetweenRoundsCostNoVisit(ApiServer server, KubernetesClient client) throws Exception {
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("taken", 1);
                var operator = TestOperator.start(server, client)) {
            client.resource(SuiteYaml.ofCells("taken", "taken", 3, "rounds: 4")).create();
            for (int other = 1; other <= 3; other++) {
                int visits = 3 * (other - 1);
                new SuiteWatch(client)
                        .await(
                                "taken",
                                it -> it.getStatus().visits() != null
                                        && it.getStatus().visits().done() > visits);
                client.resource(RunYaml.named("other-" + other, "taken", "members: 1, messages: 1000, messageSize: 1k"))
                        .create();
            }

            BenchmarkSuite suite = new SuiteWatch(client).await("taken", it -> it.isTrue(SuiteConditionType.FINISHED));

            for (int other = 1; other <= 3; other++) {
                assertThat(operator.awaitFinished("other-" + other).isTrue(ConditionType.SUCCEEDED))
                        .isTrue();
            }
            assertThat(suite.isTrue(SuiteConditionType.SUCCEEDED))
                    .as("%s", suite.getStatus())
                    .isTrue();
            List<VisitDigest> digests = digests(client, "taken");
            assertThat(digests).as("no visit is made again").hasSize(12);
            assertThatEachCellIsVisitedOnceInEachRound(digests, 3, 4);
        }
    }

    /** Attempts are numbered without a gap, and only the last one is valid. */
    private static void assertThatEachCellIsVisitedOnceInEachRound(List<VisitDigest> digests, int cells, int rounds) {
        Map<String, List<VisitDigest>> visits = new TreeMap<>();
        digests.forEach(digest -> visits.computeIfAbsent(
                        digest.visit().cell() + " in round " + digest.visit().round(), _ -> new ArrayList<>())
                .add(digest));
        assertThat(visits).as("%s", visits.keySet()).hasSize(cells * rounds);
        visits.forEach((visit, attempts) -> {
            assertThat(attempts)
                    .as("attempts of cell %s", visit)
                    .extracting(digest -> digest.visit().attempt())
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.rangeClosed(1, attempts.size()).boxed().toList());
            assertThat(attempts.stream().filter(digest -> digest.outcome() == VisitOutcome.VALID))
                    .as("valid attempts of cell %s", visit)
                    .singleElement()
                    .matches(digest -> digest.visit().attempt() == attempts.size());
        });
    }

    private static List<BenchmarkRun> runs(KubernetesClient client, String suite) {
        return client.resources(BenchmarkRun.class)
                .withLabel("jgbench.io/suite", suite)
                .list()
                .getItems();
    }

    private static List<VisitDigest> digests(KubernetesClient client, String suite) throws SuiteFormatException {
        List<VisitDigest> digests = new ArrayList<>();
        for (ConfigMap map : client.configMaps()
                .withLabel("jgbench.io/suite", suite)
                .withLabel("jgbench.io/content", "digests")
                .list()
                .getItems()) {
            for (var entry : map.getBinaryData().entrySet()) {
                digests.add(CompressedDigest.read(Base64.getDecoder().decode(entry.getValue()), entry.getKey()));
            }
        }
        return digests;
    }
}
