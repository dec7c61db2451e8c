package io.jgbench.operator.upgrade;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.cluster.ControlExchange;
import io.jgbench.operator.cluster.MemberGate;
import io.jgbench.operator.cluster.PlayedCluster;
import io.jgbench.operator.cluster.RunYaml;
import io.jgbench.operator.cluster.TestOperator;
import io.jgbench.testing.kubernetes.ApiServer;
import java.time.Duration;
import java.util.Map;

/**
 * A run that stays in a stage, while no operator is there.
 *
 * @param cluster where it is
 * @param gate what keeps it there
 */
record StagedRun(PlayedCluster cluster, MemberGate gate) implements AutoCloseable {
    private static final Duration WORKLOAD = Duration.ofMillis(200);

    /** Has this build's operator bring it there, and stops that one. */
    static StagedRun bring(ApiServer server, KubernetesClient client, RecordedStage stage) {
        MemberGate gate = stage.gate();
        var staged = new StagedRun(
                PlayedCluster.withSimulatedMembers(client, WORKLOAD, gate).nodes(stage.run(), 2), gate);
        try (var operator = TestOperator.start(server, client)) {
            if (stage == RecordedStage.QUEUED) {
                String before = stage.run() + "-before";
                client.resource(RunYaml.named(before, stage.run(), stage.spec()))
                        .create();
                operator.awaitRun(before, run -> run.hasReason(ConditionType.SUCCEEDED, ConditionReason.RUNNING));
            }
            client.resource(RunYaml.of(stage.run(), stage.spec())).create();
            operator.awaitRun(stage.run(), stage::isOf);
            if (stage == RecordedStage.TUNING) {
                await().until(() -> client.pods().list().getItems().size() == 2);
            }
        }
        return staged;
    }

    /** The members go on. */
    void goOn() {
        gate.open();
    }

    /** What its members were asked and answered. */
    Map<String, ControlExchange> exchanges() {
        return cluster.exchanges();
    }

    @Override
    public void close() {
        gate.close();
        cluster.close();
    }
}
