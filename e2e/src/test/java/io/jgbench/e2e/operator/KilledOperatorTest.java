package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.e2e.Nodes;
import io.jgbench.e2e.PodContainer;
import io.jgbench.e2e.faults.plan.Stage;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The operator is stopped as soon as a stage is seen, and killed only where the run is still in it: nobody else writes
 * the status, so what it says of an operator that stands still is what its successor finds.
 */
@OperatorTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledOperatorTest {
    private static final String SMALL =
            "members: 2, messages: 20000, messageSize: 1k, warmup: {messages: 2000}, stack: {name: udp}, start:"
                    + " {maxSkew: 1m}";

    /** Some stages last for a tenth of a second, and stopping a process of a node takes as long. */
    private static final int TRIES = 4;

    /** Of the seven stages one may be over too soon each time; more would leave the test with little that it holds. */
    private static final int STAGES_MISSED_AT_MOST = 1;

    private static final Duration STAGE_COMES_WITHIN = Duration.ofMinutes(4);
    private static final Duration RESTARTED_WITHIN = Duration.ofMinutes(2);

    private final Set<Stage> missed = EnumSet.noneOf(Stage.class);

    @AfterAll
    void nearlyAllStagesWereStruck() {
        assertThat(missed)
                .as("stages that were over %d times before the operator stood still", TRIES)
                .hasSizeLessThanOrEqualTo(STAGES_MISSED_AT_MOST);
    }

    @ParameterizedTest
    @EnumSource(Stage.class)
    void runGoesOnWhereTheOperatorWasKilled(Stage stage, Lab lab) {
        Installation installation = lab.installation();
        int restarts = installation.operatorRestarts();
        Optional<String> struck = Optional.empty();
        for (int i = 1; i <= TRIES && struck.isEmpty(); i++) {
            struck = killOperatorIn(stage, "survivor-" + i, lab);
        }
        if (struck.isEmpty()) {
            missed.add(stage);
            abort("the stage was over " + TRIES + " times before the operator stood still, so nothing was tried");
        }
        await("the next operator").atMost(RESTARTED_WITHIN).until(() -> installation.operatorRestarts() > restarts);

        BenchmarkRun run = lab.waitUntilFinished(struck.get());

        assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED)).startsWith("True AllReported");
        assertThat(run.getStatus().perMember())
                .hasSize(2)
                .allSatisfy(member -> assertThat(member.messagesReceived()).isEqualTo(40_000));
        assertThat(lab.pods(struck.get())).hasSizeLessThanOrEqualTo(2);
        lab.waitUntilNodesAreFree();
        installation.replaceOperatorPod();
    }

    /**
     * Starts a run and kills the operator in a stage of it.
     *
     * @return the run; empty if its stage was over too soon, and the run is then over, too
     */
    private static Optional<String> killOperatorIn(Stage stage, String name, Lab lab) {
        String nodes = Nodes.workers(lab.client()).stream()
                .limit(2)
                .map(node -> node.getMetadata().getName())
                .collect(Collectors.joining(", "));
        String spec = SMALL + ", placement: {nodeNames: [" + nodes + "]}";
        if (stage == Stage.QUEUED) {
            lab.start(name + "-before", spec);
            lab.waitUntil(name + "-before", ConditionType.NODES_RESERVED, ConditionReason.RESERVED);
        }
        lab.start(name, spec);
        PodContainer operator = PodContainer.firstOf(lab.installation().operatorPod());
        lab.client()
                .resources(BenchmarkRun.class)
                .withName(name)
                .waitUntilCondition(run -> hasCome(run, stage), STAGE_COMES_WITHIN.toSeconds(), TimeUnit.SECONDS);
        operator.freeze();
        if (Stage.of(lab.run(name)).equals(Optional.of(stage))) {
            operator.kill();
            return Optional.of(name);
        }
        operator.thaw();
        lab.waitUntilFinished(name);
        lab.waitUntilNodesAreFree();
        return Optional.empty();
    }

    private static boolean hasCome(BenchmarkRun run, Stage stage) {
        return run != null
                && (run.isTrue(ConditionType.FINISHED)
                        || Stage.of(run)
                                .filter(now -> now.compareTo(stage) >= 0)
                                .isPresent());
    }
}
