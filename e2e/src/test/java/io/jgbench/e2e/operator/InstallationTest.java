package io.jgbench.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.e2e.PodContainer;
import io.jgbench.e2e.faults.plan.Stage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The chart's values, and its own test. */
@OperatorTest
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InstallationTest {
    private static final String SMALL =
            "members: 2, messages: 20000, messageSize: 1k, warmup: {messages: 2000}, start: {maxSkew: 1m}";

    /** The Lease of a leader that does not renew it expires after 15 s; the rest is room for a busy machine. */
    private static final Duration TAKES_OVER_WITHIN = Duration.ofMinutes(2);

    @Test
    @Order(1)
    void testOfTheChartPasses(Lab lab) {
        assertThat(lab.installation().helm().test().orFail())
                .contains("Phase:          Succeeded")
                .contains("ResultsCollected=True AllReported");
    }

    @Test
    @Order(2)
    void imageThatCannotBePulledIsQuoted(Lab lab) {
        lab.installation().helm().upgrade("members.image.repository=nowhere.invalid/none");
        try {
            lab.start(
                    "bad-image",
                    "members: 2, messages: 1000, messageSize: 1k, warmup: {messages: 100}, start: {timeout: 20s}");
            BenchmarkRun run = lab.waitUntilFinished("bad-image");

            assertThat(Lab.told(run, ConditionType.MEMBERS_READY))
                    .matches("(?s)False (ErrImagePull|ImagePullBackOff): member-0 on node .*")
                    .contains("nowhere.invalid/none");
            assertThat(Lab.told(run, ConditionType.SUCCEEDED)).startsWith("False Failed: ");
        } finally {
            lab.installation().helm().upgrade();
        }
    }

    @Test
    @Order(3)
    void otherReplicaTakesOverTheRunOfALeaderThatWasFrozenPastItsLease(Lab lab) {
        Installation installation = lab.installation();
        installation.helm().upgrade("replicas=2");
        try {
            lab.start("led", SMALL.replace("maxSkew: 1m", "maxSkew: 1m, timeout: 3m"));
            lab.waitUntil("led", ConditionType.SUCCEEDED, ConditionReason.JOINING);
            List<Pod> members = lab.pods("led");
            String before = installation.leaderName();
            var frozen = PodContainer.firstOf(installation.leader());

            frozen.freeze();
            try {
                // nobody else writes the status: what it says now is what the next leader finds
                assertThat(Stage.of(lab.run("led")))
                        .as("where the run was when its leader stood still")
                        .hasValueSatisfying(stage -> assertThat(stage).isLessThan(Stage.COLLECTING));
                await("another leader")
                        .atMost(TAKES_OVER_WITHIN)
                        .until(() -> !installation.leaderName().equals(before));
            } finally {
                frozen.thaw();
            }
            BenchmarkRun run = lab.waitUntilFinished("led");

            assertThat(Lab.told(run, ConditionType.RESULTS_COLLECTED)).startsWith("True AllReported");
            assertThat(installation.leaderName()).isNotEqualTo(before);
            assertThat(members).hasSize(2);
            assertThat(lab.eventsOf("led").stream().filter(event -> event.startsWith("Reserved")))
                    .as("a run is begun once")
                    .hasSize(1);
        } finally {
            installation.helm().upgrade();
        }
    }
}
