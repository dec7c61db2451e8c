package io.jgbench.operator.upgrade;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.SuiteYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.testing.kubernetes.ApiServer;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * A suite of three visits, the first of which is made, while no operator is there.
 *
 * @param cluster where it is
 * @param client in its namespace
 */
record StagedSuite(PlayedCluster cluster, KubernetesClient client) implements AutoCloseable {
    static final String NAME = "upgrade-suite";

    private static final String FIRST = NAME + "-c1-r1.json.gz";
    private static final Duration WORKLOAD = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Has this build's operator bring it there, and stops that one. */
    static StagedSuite bring(ApiServer server, KubernetesClient client) {
        var staged = new StagedSuite(
                PlayedCluster.withSimulatedMembers(client, WORKLOAD).nodes(NAME, 1), client);
        try (var _ = TestOperator.start(server, client)) {
            client.resource(SuiteYaml.ofCells(NAME, NAME, 3, "rounds: 1, order: Sequential"))
                    .create();
            staged.await(suite -> suite.getStatus().visits() != null
                    && suite.getStatus().visits().done() >= 1);
        }
        return staged;
    }

    /** The digest of the first visit, as text. */
    String digest() {
        return RecordedRun.unzip(map().getBinaryData().get(FIRST));
    }

    /** Puts another one in its place, and removes those of later visits. */
    void onlyDigestIs(String text) {
        ConfigMap map = map();
        map.setBinaryData(Map.of(FIRST, RecordedRun.zip(text)));
        client.resource(map).update();
    }

    private ConfigMap map() {
        return client.configMaps()
                .withLabel("jgbench.io/content", "digests")
                .list()
                .getItems()
                .getFirst();
    }

    /** Waits until the suite is as expected. */
    BenchmarkSuite await(Predicate<BenchmarkSuite> expected) {
        return Awaitility.await("suite " + NAME)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> client.resources(BenchmarkSuite.class)
                                .withName(NAME)
                                .require(),
                        suite -> suite.getStatus() != null && expected.test(suite));
    }

    @Override
    public void close() {
        cluster.close();
    }
}
