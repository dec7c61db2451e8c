package io.jgbench.operator.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** Suites as the API server has them. */
public record SuiteWatch(KubernetesClient client) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(100);

    /** A suite that must be there. */
    public BenchmarkSuite suite(String name) {
        return client.resources(BenchmarkSuite.class).withName(name).require();
    }

    /** Waits until a suite has a status that is as expected; the API server may be away meanwhile. */
    public BenchmarkSuite await(String name, Predicate<BenchmarkSuite> expected) {
        return Awaitility.await("suite " + name)
                .atMost(PATIENCE)
                .pollInterval(LOOK)
                .ignoreException(KubernetesClientException.class)
                .until(() -> suite(name), suite -> suite.getStatus() != null && expected.test(suite));
    }

    /** How many visits are done. */
    public static int visitsDone(BenchmarkSuite suite) {
        return suite.getStatus() == null || suite.getStatus().visits() == null
                ? 0
                : suite.getStatus().visits().done();
    }

    /** The names of all digests that are stored, of each attempt one. */
    public List<String> digests() {
        return client.configMaps().withLabel("jgbench.io/content", "digests").list().getItems().stream()
                .map(ConfigMap::getBinaryData)
                .flatMap(data -> data.keySet().stream())
                .toList();
    }
}
