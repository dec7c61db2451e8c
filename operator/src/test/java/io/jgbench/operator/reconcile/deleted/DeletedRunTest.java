package io.jgbench.operator.reconcile.deleted;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.jgbench.operator.kubernetes.Namespaces;
import io.jgbench.operator.pod.RestorePod;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.clear.PodDeletion;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.state.RunState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a deleted run whose pods the operator may not touch any more. */
class DeletedRunTest {
    private final StepFixture fixture = new StepFixture();
    private final DeletedRun deletedRun = new DeletedRun(
            new PodDeletion(fixture.memberPods, fixture::nowEpochNanos),
            new Namespaces(fixture.api.client()),
            fixture.cleanup,
            fixture.leases,
            fixture.tunerEnds,
            fixture.restores,
            fixture::nowEpochNanos);

    @BeforeEach
    void begin() {
        fixture.api
                .client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(StepFixture.REF.namespace())
                        .endMetadata()
                        .build())
                .create();
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        fixture.pod(0, "phase: Running");
        fixture.api.refuse("pods");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void nodesAreFreeWhenTheNamespaceIsGoneAndWithItThePods() {
        assertThat(clear()).isPresent();
        assertThat(fixture.api.names("leases")).hasSize(1);

        fixture.api.client().namespaces().withName(StepFixture.REF.namespace()).delete();

        assertThat(clear()).isEmpty();
        assertThat(fixture.api.names("leases")).isEmpty();
    }

    @Test
    void namespaceThatStaysIsWaitedForOneMinute() {
        assertThat(clear()).isPresent();
        fixture.pass(Duration.ofSeconds(59));
        assertThat(clear()).isPresent();
        assertThat(fixture.api.names("leases")).hasSize(1);

        fixture.pass(Duration.ofSeconds(1));

        assertThat(clear()).isEmpty();
        assertThat(fixture.api.names("leases")).isEmpty();
    }

    @Test
    void hostOfARunThatMayHaveChangedItIsRestoredBeforeItsNodeIsFree() {
        tuned();

        assertThat(clear()).isPresent();
        assertThat(fixture.restorePods()).hasSize(1);
        assertThat(fixture.api.names("leases")).hasSize(1);

        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        assertThat(clear()).isEmpty();
        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void podThatRestoredAHostGoesThoughTheApiServerCouldNotRemoveItAtFirst() {
        tuned();
        clear();
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        fixture.api.refuse("pods", "DELETE", 429);

        assertThat(clear()).isPresent();
        assertThat(fixture.restorePods()).hasSize(1);
        assertThat(fixture.api.names("leases")).hasSize(1);

        fixture.api.allow("pods");
        assertThat(clear()).isEmpty();
        assertThat(fixture.restorePods()).isEmpty();
        assertThat(fixture.api.names("leases")).isEmpty();
    }

    @Test
    void nodeThatIsRestoredIsFreeAfterAWhileThoughThePodThatRestoredItMayNotBeRemoved() {
        tuned();
        clear();
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        fixture.api.deny("pods", "DELETE", 409);
        assertThat(clear()).isPresent();

        fixture.pass(HostRestores.GIVEN_UP_AFTER.plus(RestorePod.LIVES_AT_MOST));

        assertThat(clear()).isEmpty();
        assertThat(fixture.api.names("leases")).isEmpty();
    }

    /** As for a webhook that does not answer, for which the API server has a status of its own. */
    @Test
    void nodeThatIsRestoredIsFreeAfterAWhileThoughTheApiServerFailsToRemoveThePodThatRestoredIt() {
        tuned();
        clear();
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        fixture.api.refuse("pods", "DELETE", 500);
        assertThat(clear()).isPresent();
        assertThat(fixture.api.names("leases")).hasSize(1);
        assertThat(((RunState.LetGo) fixture.session.state()).isRestoreRefusalSaid())
                .as("it is logged once")
                .isTrue();

        fixture.pass(HostRestores.GIVEN_UP_AFTER.plus(RestorePod.LIVES_AT_MOST));

        assertThat(clear()).isEmpty();
        assertThat(fixture.api.names("leases")).isEmpty();
    }

    @Test
    void hostThatARunMayHaveChangedBeforeItsRecordWasRemovedIsLeftForTheNextRunToRestore() {
        tuned();
        fixture.is(fixture.waiting().withLeftovers(true));

        assertThat(clear()).isEmpty();

        assertThat(fixture.leases.leftChanged(List.of("node-0"))).containsExactly("node-0");
    }

    @Test
    void hostOfARunThatHasNotBegunIsFreeAtOnce() {
        tuned();
        fixture.waiting();

        assertThat(clear()).isEmpty();

        assertThat(fixture.api.names("leases")).isEmpty();
    }

    @Test
    void hostsOfARunForWhichNoPodWasAskedNeedNoPodEither() {
        tuned();
        fixture.driven();

        assertThat(clear()).isEmpty();

        assertThat(fixture.restorePods()).isEmpty();
        assertThat(fixture.api.names("leases")).isEmpty();
    }

    @Test
    void hostThatIsNotRestoredInTimeIsLeftForTheNextRunToRestore() {
        tuned();
        assertThat(clear()).isPresent();

        fixture.pass(HostRestores.GIVEN_UP_AFTER);

        assertThat(clear()).isEmpty();
        assertThat(fixture.leases.leftChanged(List.of("node-0"))).containsExactly("node-0");
        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void hostIsLeftForTheNextRunToRestoreWhereThePodThatRestoresItMayNotBeTouchedAnyMore() {
        tuned();
        assertThat(clear()).isPresent();
        assertThat(fixture.restorePods()).hasSize(1);
        fixture.api.refuse("pods");
        fixture.pass(HostRestores.GIVEN_UP_AFTER);
        assertThat(clear()).as("it may be at work").isPresent();

        fixture.pass(RestorePod.LIVES_AT_MOST);

        assertThat(clear()).isEmpty();
        assertThat(fixture.leases.leftChanged(List.of("node-0"))).containsExactly("node-0");
    }

    @Test
    void hostIsLeftForTheNextRunToRestoreWhereTheNamespaceIsGone() {
        tuned();
        fixture.api.client().namespaces().withName(StepFixture.REF.namespace()).delete();
        fixture.api.refuse("pods");

        assertThat(clear()).isEmpty();

        assertThat(fixture.leases.leftChanged(List.of("node-0"))).containsExactly("node-0");
    }

    @Test
    void noPodIsMadeAnyMoreForAHostThatIsGivenUpAsItCouldBeAtWorkWhenTheNodeIsFree() {
        tuned();
        clear();
        assertThat(fixture.restorePods()).hasSize(1);
        fixture.api.client().pods().inNamespace(StepFixture.REF.namespace()).delete();
        fixture.api.refuse("pods", "DELETE", 403);
        fixture.pass(HostRestores.GIVEN_UP_AFTER.plus(RestorePod.LIVES_AT_MOST));

        assertThat(clear()).isEmpty();

        assertThat(fixture.restorePods()).isEmpty();
        assertThat(fixture.leases.leftChanged(List.of("node-0"))).containsExactly("node-0");
    }

    private void tuned() {
        fixture.api.allow("pods");
        fixture.api.client().pods().inNamespace(StepFixture.REF.namespace()).delete();
        fixture.leases.release(StepFixture.REF);
        fixture.leases.take(StepFixture.REF, List.of("node-0"), true, StepFixture.LONGEST);
    }

    @Test
    void runThatIsOverHoldsNothing() {
        fixture.cleared();

        assertThat(clear()).isEmpty();
        assertThat(fixture.api.names("leases")).as("nobody asked").hasSize(1);
    }

    private Optional<Duration> clear() {
        return deletedRun.clear(StepFixture.REF, fixture.session);
    }
}
