package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.e2e.PodContainer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@OperatorTest
class KilledOperatorTest {
    private static final String SMALL =
            "members: 2, messages: 20000, messageSize: 1k, warmup: {messages: 2000}, stack: {name: udp}, start:"
                    + " {maxSkew: 1m}";

    /** The condition {@code Succeeded} has the run's stage as its reason, until its outcome stands. */
    @ParameterizedTest
    @CsvSource({
        "NODES_RESERVED, RESERVED",
        "SUCCEEDED, STARTING",
        "SUCCEEDED, JOINING",
        "SUCCEEDED, ARMED",
        "MEMBERS_READY, ALL_ARMED",
        "STARTED, RELEASED",
        "SUCCEEDED, RUNNING",
        "SUCCEEDED, COLLECTING",
        "RESULTS_COLLECTED, ALL_REPORTED",
        "NODES_RESERVED, RELEASED",
    })
    void runGoesOnWhereTheOperatorWasKilled(ConditionType type, ConditionReason reason, Lab lab) {
        lab.start("survivor", SMALL);
        PodContainer operator = PodContainer.firstOf(lab.installation().operatorPod());
        BenchmarkRun seen = lab.waitUntil("survivor", run -> run.hasReason(type, reason) || isOver(run));
        assumeTrue(seen.hasReason(type, reason), "the stage was over before it could be seen, so nothing was tried");

        operator.kill();
        BenchmarkRun run = lab.waitUntilFinished("survivor");

        assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED)).startsWith("True AllReported");
        assertThat(run.getStatus().perMember())
                .hasSize(2)
                .allSatisfy(member -> assertThat(member.messagesReceived()).isEqualTo(40_000));
        assertThat(lab.pods("survivor")).hasSizeLessThanOrEqualTo(2);
        lab.waitUntilNodesAreFree();
        lab.installation().replaceOperatorPod();
    }

    /** A stage may be over before anybody sees it. */
    private static boolean isOver(BenchmarkRun run) {
        return run.isTrue(ConditionType.FINISHED);
    }
}
