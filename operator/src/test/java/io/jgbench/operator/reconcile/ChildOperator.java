package io.jgbench.operator.reconcile;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.operator.metrics.MemberMetrics;
import io.jgbench.operator.metrics.RunMetrics;
import io.jgbench.operator.plan.NodeView;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.pod.MemberSettings;
import io.jgbench.operator.pod.PodSettings;
import io.jgbench.operator.policy.RunPolicy;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultBudget;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.storage.StorageSettings;
import io.jgbench.operator.time.SteadyClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The steps of an operator in a JVM of its own, and how it reads. */
final class ChildOperator implements AutoCloseable {
    private final KubernetesClient client;
    private final EpochClock clock = EpochClock.system();
    private final ResultArchive archive;
    private final StateSteps steps;

    /** Speaks to this API server. */
    ChildOperator(String masterUrl) {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(masterUrl)
                .withNamespace("lab")
                .withRequestRetryBackoffLimit(0)
                .build();
        client = new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(LeanObjects.serialization())
                .build();
        archive = ResultArchive.of(
                new StorageSettings.None(), new ResultStore(client), ReportMemory.ofProcess(), Clock.systemUTC());
        var registry = new SimpleMeterRegistry();
        steps = ReconcilerPartsBuilder.builder()
                .client(client)
                .leaseNamespace("operator")
                .isWatched(_ -> true)
                .members(new MemberSettings(
                        "lab/member:1",
                        "IfNotPresent",
                        List.of(),
                        Optional.empty(),
                        "1",
                        Optional.empty(),
                        "1Gi",
                        "@/app/cp",
                        RunPolicy.defaults(),
                        PodSettings.NONE))
                .ports(new PortAssignment(7800, 27_800))
                .wallClock(Clock.systemUTC())
                .steadyClock(clock)
                .executor(Runnable::run)
                .runMetrics(new RunMetrics(registry))
                .memberMetrics(new MemberMetrics(registry))
                .archive(archive)
                .memory(ReportMemory.ofProcess())
                .suites(_ -> Optional.empty())
                .budget(ResultBudget.DEFAULT)
                .timeToLive(Optional.empty())
                .build()
                .steps();
    }

    KubernetesClient client() {
        return client;
    }

    StateSteps steps() {
        return steps;
    }

    Clock clock() {
        return new SteadyClock(clock);
    }

    /** A node on which nothing is. */
    static NodeView node(String name, String address) {
        return new NodeView(name, Map.of(), List.of(), false, Optional.of(address), Optional.empty());
    }

    /** What an operator writes of a status is another object than what it has read. */
    static BenchmarkRun copy(BenchmarkRun run) {
        var copy = new BenchmarkRun();
        copy.setMetadata(run.getMetadata());
        copy.setSpec(run.getSpec());
        copy.setStatus(run.getStatus());
        return copy;
    }

    @Override
    public void close() {
        archive.close();
        client.close();
    }
}
