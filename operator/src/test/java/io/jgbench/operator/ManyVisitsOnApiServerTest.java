package io.jgbench.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.SuiteWatch;
import io.jgbench.operator.cluster.SuiteYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.testing.kubernetes.ApiServer;
import io.jgbench.testing.kubernetes.ApiServerTest;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A class of its own, as it takes as long as all others of suites together. {@code -Djgbench.test.rounds=10} has 200
 * visits.
 */
@Tag("slow")
@ApiServerTest
class ManyVisitsOnApiServerTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final int CELLS = 20;
    private static final int ROUNDS = Integer.getInteger("jgbench.test.rounds", 3);
    private static final int VISITS = CELLS * ROUNDS;

    /** The most visits that one operator sees end. */
    private static final int MOST_VISITS = 10;

    @Test
    void visitsSurviveOperatorsThatAreRestartedAtRandom(ApiServer server, KubernetesClient client) {
        long seed = new Random().nextLong();
        System.out.println("the operator is restarted by seed " + seed);
        var random = new Random(seed);
        var suites = new SuiteWatch(client);
        try (var _ = PlayedCluster.withSimulatedMembers(client, SHORT).nodes("many", 1)) {
            client.resource(SuiteYaml.ofCells("many", "many", CELLS, "rounds: " + ROUNDS + ", retention: {runs: 3}"))
                    .create();
            int restarts = 0;
            while (!suites.suite("many").isTrue(SuiteConditionType.FINISHED)) {
                try (var _ = TestOperator.start(server, client)) {
                    int until = SuiteWatch.visitsDone(suites.suite("many")) + 1 + random.nextInt(MOST_VISITS);
                    suites.await(
                            "many", it -> it.isTrue(SuiteConditionType.FINISHED) || SuiteWatch.visitsDone(it) >= until);
                    await().pollDelay(Duration.ofMillis(random.nextInt(3000))).until(() -> true);
                }
                restarts++;
            }

            assertThat(restarts).as("seed %d", seed).isGreaterThan(5);
            assertThat(suites.digests()).as("seed %d", seed).hasSize(VISITS).doesNotHaveDuplicates();
            var status = suites.suite("many").getStatus();
            assertThat(status.visits().valid()
                            + status.visits().invalid()
                            + status.visits().failed())
                    .as("seed %d: no cell is run twice in a round", seed)
                    .isEqualTo(VISITS);
            assertThat(suites.suite("many").isTrue(SuiteConditionType.SUCCEEDED))
                    .as("seed %d: %s", seed, status.conditions())
                    .isTrue();
        }
    }
}
