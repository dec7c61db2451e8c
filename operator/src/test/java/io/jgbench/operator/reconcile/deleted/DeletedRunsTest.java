package io.jgbench.operator.reconcile.deleted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.jgbench.operator.kubernetes.Namespaces;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.clear.PodDeletion;
import io.jgbench.operator.reconcile.state.Sessions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeletedRunsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Many times what it takes to delete a pod and to make another one. */
    private static final Duration NOTHING_FOR = Duration.ofMillis(500);

    private final StepFixture fixture = new StepFixture();
    private final Sessions sessions = new Sessions();
    private final DeletedRuns deletedRuns = new DeletedRuns(
            sessions,
            new DeletedRun(
                    new PodDeletion(fixture.memberPods, fixture::nowEpochNanos),
                    new Namespaces(fixture.api.client()),
                    fixture.cleanup,
                    fixture.leases,
                    fixture.tunerEnds,
                    fixture.restores,
                    fixture::nowEpochNanos),
            fixture.leases,
            new FormerFinalizer(fixture.api.client()));

    @AfterEach
    void close() {
        deletedRuns.close();
        fixture.close();
    }

    @Test
    void whatFailsIsTriedAgain() {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        fixture.api.breakAt(1, false);

        deletedRuns.lead();

        awaitNoLease();
        assertThat(fixture.api.mend()).as("it failed once").isNegative();
    }

    @Test
    void whatAReconciliationUnderWayStillTakesIsFreedAfterIt() {
        deletedRuns.lead();
        sessions.of(StepFixture.REF).alone(() -> {
            deletedRuns.clear(StepFixture.REF);
            return fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        });

        awaitNoLease();
    }

    @Test
    void nodesOfARunThatNobodySawDeletedAreFreed() {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        fixture.pod(0, "phase: Running");

        deletedRuns.lead();

        awaitNoLease();
        assertThat(fixture.api.names("pods")).isEmpty();
    }

    @Test
    void replicaThatDoesNotLeadEndsNoRunBeforeItDoes() {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), true, StepFixture.LONGEST);
        fixture.pod(0, "phase: Succeeded");

        deletedRuns.clear(StepFixture.REF);

        await().during(NOTHING_FOR).until(() -> fixture.api.names("leases").size() == 1);
        assertThat(fixture.api.names("pods")).hasSize(1);
        assertThat(fixture.api.made("pods")).noneMatch(name -> name.contains("-restore-"));

        deletedRuns.lead();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(fixture.api.made("pods")).anyMatch(name -> name.contains("-restore-")));
    }

    private void awaitNoLease() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(fixture.api.names("leases")).isEmpty());
    }
}
