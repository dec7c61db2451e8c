package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The chart and images of an earlier commit, upgraded while runs are under way: {@code --upgrade-from}. */
@Tag("slow")
@EnabledIfSystemProperty(
        named = "jgbench.upgrade.chart",
        matches = ".+",
        disabledReason = "asked for by --upgrade-from")
@OperatorTest
class UpgradeTest {
    private static final String TWO_REPETITIONS = "members: 2, messageSize: 1k, duration: 15s, repetitions: 2,"
            + " warmup: {messages: 1000}, start: {maxSkew: 1m}, tuning: {mode: Apply, mtu: 8000},"
            + " workload: {type: Multicast, multicast: {targetRate: 1000}},"
            + " placement: {nodeNames: [jgbench-worker, jgbench-worker2]}";

    /** One waits for the other, so that one is under way and the other queued when the operator is replaced. */
    @ParameterizedTest
    @EnumSource(
            value = ConditionReason.class,
            names = {"STARTING", "JOINING", "RUNNING"})
    void runsUnderWayAndQueuedComeToTheirEnd(ConditionReason stage, Lab lab) {
        Helm helm = lab.installation().helm();
        String registry = System.getProperty("jgbench.upgrade.registry");
        List<HostState> before = hosts();
        helm.upgradeTo(
                System.getProperty("jgbench.upgrade.chart"),
                "image.repository=" + registry + "/operator",
                "members.image.repository=" + registry + "/member");
        try {
            assertThat(image(lab.installation().operatorPod())).startsWith(registry + "/operator");
            lab.start("under-way", TWO_REPETITIONS);
            lab.waitUntil("under-way", ConditionType.NODES_RESERVED, ConditionReason.RESERVED);
            lab.start("queued", TWO_REPETITIONS);
            lab.waitUntil("queued", ConditionType.NODES_RESERVED, ConditionReason.NODE_BUSY);
            BenchmarkRun seen = lab.waitUntil("under-way", run -> isAtLeast(run, stage));
            assertThat(seen.isTrue(ConditionType.FINISHED)).isFalse();
        } finally {
            helm.upgrade();
        }
        assertThat(image(lab.installation().operatorPod())).doesNotStartWith(registry);

        for (String name : List.of("under-way", "queued")) {
            BenchmarkRun run = lab.waitUntilFinished(name);
            assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED)).startsWith("True AllReported");
            assertThat(run.getStatus().summary().repetitions()).isEqualTo(2);
        }
        lab.waitUntilNodesAreFree();
        assertThat(hosts()).isEqualTo(before);
    }

    private static boolean isAtLeast(BenchmarkRun run, ConditionReason stage) {
        return run.hasReason(ConditionType.SUCCEEDED, stage)
                || run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING)
                || run.isTrue(ConditionType.FINISHED);
    }

    private static List<HostState> hosts() {
        return List.of(HostState.of("jgbench-worker"), HostState.of("jgbench-worker2"));
    }

    private static String image(Pod pod) {
        return pod.getSpec().getContainers().getFirst().getImage();
    }
}
