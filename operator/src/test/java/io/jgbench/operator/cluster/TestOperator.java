package io.jgbench.operator.cluster;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.BenchmarkOperator;
import io.jgbench.operator.OperatorSettings;
import io.jgbench.testing.kubernetes.ApiServer;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** An operator for the runs of one namespace, in the test's own JVM. */
public final class TestOperator implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final KubernetesClient client;
    private final BenchmarkOperator operator;
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private TestOperator(KubernetesClient own, KubernetesClient client, String namespace, Map<String, String> more) {
        this.client = client;
        Map<String, String> environment = new HashMap<>(more);
        environment.put("JGBENCH_NAMESPACE", namespace);
        environment.put("JGBENCH_WATCH_NAMESPACES", client.getNamespace());
        environment.put("JGBENCH_MEMBER_IMAGE", "jgbench.test/member:1");
        environment.put("JGBENCH_LEADER_ELECTION", "false");
        var settings = OperatorSettings.of(environment);
        this.operator = new BenchmarkOperator(own, settings, registry, () -> {});
    }

    /** Starts one in a namespace of its own that may do there, and with a client's runs, what the chart allows. */
    public static TestOperator start(ApiServer server, KubernetesClient client) {
        return start(server, client, Map.of());
    }

    /** Starts one that speaks to the API server through a client of its own, which it closes. */
    public static TestOperator start(KubernetesClient own, KubernetesClient client) {
        return start(own, client, client.getNamespace(), Map.of());
    }

    /** Starts the same that is told this as well, by environment variables. Its rights stay when it stops. */
    public static TestOperator start(ApiServer server, KubernetesClient client, Map<String, String> more) {
        return start(ChartRights.grant(server, client), client, more);
    }

    /** Starts one with rights that the test may take back. */
    public static TestOperator start(ChartRights rights, KubernetesClient client) {
        return start(rights, client, Map.of());
    }

    private static TestOperator start(ChartRights rights, KubernetesClient client, Map<String, String> more) {
        return start(rights.client(), client, rights.namespace(), more);
    }

    private static TestOperator start(
            KubernetesClient own, KubernetesClient client, String namespace, Map<String, String> more) {
        var started = new TestOperator(own, client, namespace, more);
        started.operator.start();
        return started;
    }

    /** How many reconciliations it has begun. */
    public double reconciliations() {
        return registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().contains("reconciliations.started"))
                .flatMap(meter -> StreamSupport.stream(meter.measure().spliterator(), false))
                .mapToDouble(Measurement::getValue)
                .sum();
    }

    /** The meters of a name that it shows. */
    public List<Meter> metersNamed(String name) {
        return List.copyOf(registry.find(name).meters());
    }

    /** Waits until a run is over. */
    public BenchmarkRun awaitFinished(String name) {
        return awaitRun(name, run -> run.isTrue(ConditionType.FINISHED));
    }

    /** Waits until a run is over, its pods have ended and its nodes are free for the next. */
    public BenchmarkRun awaitReleased(String name) {
        return awaitRun(
                name,
                run -> run.condition(ConditionType.NODES_RESERVED)
                        .filter(condition -> condition.isFor(ConditionReason.RELEASED))
                        .isPresent());
    }

    /** Waits until a run is as expected. */
    public BenchmarkRun awaitRun(String name, Predicate<BenchmarkRun> expected) {
        var runs = client.resources(BenchmarkRun.class);
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> runs.withName(name).get(), run -> run != null && expected.test(run));
    }

    /** Stops it; runs under way go on. */
    @Override
    public void close() {
        operator.close();
    }
}
