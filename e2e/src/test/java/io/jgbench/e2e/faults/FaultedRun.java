package io.jgbench.e2e.faults;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.e2e.faults.plan.Stage;
import io.jgbench.e2e.operator.Lab;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The run of a round, and the one before it in the queue where it is to be struck there. */
final class FaultedRun {
    private static final Duration STAGE_COMES_WITHIN = Duration.ofMinutes(4);
    private static final Duration LOOK = Duration.ofMillis(200);

    /** It keeps the nodes until it is deleted. */
    private static final String HOLDER = "members: 2, senders: 1, duration: 20m,"
            + " messageSize: 1k, warmup: {messages: 100}, workload: {type: Multicast, multicast: {targetRate: 100}},"
            + " start: {maxSkew: 1m}, placement: {nodeNames: [";

    private final RoundSite site;
    private final Lab lab;
    private final String name;

    FaultedRun(RoundSite site) {
        this.site = site;
        this.lab = site.lab();
        this.name = site.round().run();
    }

    /** Applies it and waits until it is in the stage of the round, or is beyond it. */
    void bringToStage() {
        if (site.round().stage() == Stage.QUEUED) {
            lab.start(holder(), HOLDER + String.join(", ", site.nodeNames()) + "]}");
            lab.waitUntil(holder(), ConditionType.NODES_RESERVED, ConditionReason.RESERVED);
        }
        lab.start(name, site.round().spec(site.nodeNames()));
        // each state that the API server tells of is seen, however short it is
        lab.client()
                .resources(BenchmarkRun.class)
                .withName(name)
                .waitUntilCondition(this::hasComeToStage, STAGE_COMES_WITHIN.toSeconds(), TimeUnit.SECONDS);
    }

    private boolean hasComeToStage(BenchmarkRun run) {
        return run != null
                && (run.isTrue(ConditionType.FINISHED)
                        || Stage.of(run)
                                .filter(now -> now.compareTo(site.round().stage()) >= 0)
                                .isPresent());
    }

    /** The stage that it is in; empty if it is over or gone. */
    Optional<Stage> stage() {
        return get().flatMap(Stage::of);
    }

    /** Lets it have its nodes, if another run holds them. */
    void dequeue() {
        if (site.round().stage() == Stage.QUEUED) {
            lab.client().resources(BenchmarkRun.class).withName(holder()).delete();
        }
    }

    private String holder() {
        return name + "-holder";
    }

    /** Waits until it is finished, or gone. */
    Optional<BenchmarkRun> awaitEnd(Duration within) {
        return await("the end of " + name)
                .atMost(within)
                .pollInterval(LOOK)
                .ignoreExceptionsMatching(KubernetesClientException.class::isInstance)
                .until(
                        this::get,
                        run -> run.filter(there -> !there.isTrue(ConditionType.FINISHED))
                                .isEmpty());
    }

    /** Waits until it is gone, however it ended before. */
    Optional<BenchmarkRun> awaitRemoval(Duration within) {
        return await("the removal of " + name)
                .atMost(within)
                .pollInterval(LOOK)
                .ignoreExceptionsMatching(KubernetesClientException.class::isInstance)
                .until(this::get, Optional::isEmpty);
    }

    private Optional<BenchmarkRun> get() {
        return Optional.ofNullable(lab.run(name));
    }

    void delete() {
        lab.client().resources(BenchmarkRun.class).withName(name).delete();
    }
}
