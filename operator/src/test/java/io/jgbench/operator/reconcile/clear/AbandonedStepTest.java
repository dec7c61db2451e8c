package io.jgbench.operator.reconcile.clear;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.RunView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AbandonedStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private static final RunState.Abandoned ABANDONED = new RunState.Abandoned(PodTermination.NOT_YET);

    @Test
    void podsGoFirstAndThenTheNodesAreFree() {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        fixture.pod(0, "phase: Running");

        assertThat(take(fixture.is(ABANDONED))).isInstanceOf(StepOutcome.Done.class);
        assertThat(fixture.api.names("pods")).isEmpty();
        assertThat(fixture.api.names("leases")).hasSize(1);

        assertThat(take((RunState.Abandoned) fixture.session.state())).isEqualTo(StepOutcome.proceed());
        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.session.state()).isInstanceOf(RunState.Cleared.class);
    }

    @Test
    void podsThatHaveEndedStayForReading() {
        fixture.pod(0, "phase: Failed");

        assertThat(take(fixture.is(ABANDONED))).isEqualTo(StepOutcome.proceed());

        assertThat(fixture.api.names("pods")).hasSize(1);
    }

    @Test
    void podsOfANodeThatIsGoneAreWaitedForOneMinute() {
        fixture.pod(0, "phase: Running, conditions: []");
        take(fixture.is(ABANDONED));
        fixture.pod(0, "phase: Running");
        fixture.pass(Duration.ofSeconds(60));

        assertThat(take((RunState.Abandoned) fixture.session.state())).isEqualTo(StepOutcome.proceed());
    }

    @Test
    void podThatMayNotBeRemovedKeepsNoOtherAndIsWaitedForOneMinute() {
        var refused = fixture.pod(0, "phase: Running");
        fixture.pod(1, "phase: Running");
        fixture.api.refuse("pods/" + refused.getMetadata().getName());

        assertThat(take(fixture.is(ABANDONED))).isInstanceOf(StepOutcome.Done.class);
        assertThat(fixture.api.names("pods"))
                .containsExactly(refused.getMetadata().getName());
        fixture.pass(Duration.ofSeconds(60));

        assertThat(take((RunState.Abandoned) fixture.session.state())).isEqualTo(StepOutcome.proceed());
    }

    @Test
    void hostsOfARunThatMayHaveChangedThemAreRestoredFirst() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, tuning: {mode: Apply, mtu: 9000}");
        fixture.leases.take(StepFixture.REF, List.of("node-0"), true, StepFixture.LONGEST);

        assertThat(take(fixture.is(ABANDONED))).isInstanceOf(StepOutcome.Done.class);
        assertThat(fixture.restorePods()).hasSize(1);
        assertThat(fixture.api.names("leases")).hasSize(1);

        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        assertThat(take((RunState.Abandoned) fixture.session.state()))
                .as("once the status says so")
                .isEqualTo(StepOutcome.lookAgainAfter(Duration.ofSeconds(1)));
        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void nodeThatWasBeingRestoredForARunThatNeverGotItIsLeftToOthers() {
        fixture.restores.look(RestoreFor.run(StepFixture.REF), Set.of("node-0"));
        assertThat(fixture.restorePods()).hasSize(1);

        take(fixture.is(ABANDONED));

        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void hostsThatAreNotRestoredInTimeAreSaidBeforeTheirNodesAreLeft() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, tuning: {mode: Apply, mtu: 9000}");
        fixture.leases.take(StepFixture.REF, List.of("node-0", "node-1"), true, StepFixture.LONGEST);
        take(fixture.is(ABANDONED));
        fixture.pass(HostRestores.GIVEN_UP_AFTER);
        var view = fixture.view();

        take(view, (RunState.Abandoned) fixture.session.state());

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).knownReason())
                .hasValue(ConditionReason.RESTORE_UNCONFIRMED);
        assertThat(fixture.leases.changedBy(StepFixture.REF)).containsExactly("node-0", "node-1");
        fixture.publish(view);
        take((RunState.Abandoned) fixture.session.state());
        assertThat(fixture.leases.leftChangedBy(StepFixture.REF)).containsExactly("node-0", "node-1");
        assertThat(fixture.session.state()).isInstanceOf(RunState.Cleared.class);
    }

    @Test
    void hostThatIsGivenBackAsLeftChangedIsNotSaidToBeRestoredWithTheOthers() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, tuning: {mode: Apply, mtu: 9000}");
        fixture.stands(
                Map.of(ConditionType.FINISHED, Status.TRUE, ConditionType.TUNING_VERIFIED, Status.FALSE),
                ConditionReason.RESTORE_UNCONFIRMED);
        fixture.leases.take(StepFixture.REF, List.of("node-0"), true, StepFixture.LONGEST);
        fixture.leases.release(StepFixture.REF, Set.of("node-0"));
        fixture.leases.take(StepFixture.REF, List.of("node-1"), true, StepFixture.LONGEST);
        take(fixture.is(ABANDONED));
        fixture.restorePodIs("node-1", "{\"phase\":\"Succeeded\"}");
        fixture.nodeIsReady("node-0", false);
        var view = fixture.view();

        take(view, (RunState.Abandoned) fixture.session.state());

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).knownReason())
                .hasValue(ConditionReason.RESTORE_UNCONFIRMED);
        assertThat(fixture.leases.leftChangedBy(StepFixture.REF)).containsExactly("node-0");
        assertThat(fixture.api.names("leases")).hasSize(1);
    }

    @Test
    void hostsOfARunWhoseLeasesWereRemovedAreLookedAtBeforeTheRunIsClearedAway() {
        lostItsLeases();

        assertThat(take(fixture.is(ABANDONED))).isInstanceOf(StepOutcome.Done.class);
        assertThat(fixture.restorePods()).hasSize(2);
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        fixture.restorePodIs("node-1", "{\"phase\":\"Succeeded\"}");
        var view = fixture.view();
        take(view, (RunState.Abandoned) fixture.session.state());

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).knownReason())
                .hasValue(ConditionReason.RESTORED);
        assertThat(fixture.session.state()).isInstanceOf(RunState.Cleared.class);
    }

    @Test
    void hostThatAnotherRunHasSinceItsLeaseWasRemovedIsNotTakenForRestored() {
        lostItsLeases();
        fixture.leases.take(new RunRef("lab", "next", "uid-of-next"), List.of("node-1"), true, StepFixture.LONGEST);
        take(fixture.is(ABANDONED));
        assertThat(fixture.restorePods()).containsExactly(StepFixture.REF.runId() + "-restore-node-0");
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        var view = fixture.view();
        take(view, (RunState.Abandoned) fixture.session.state());

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED))
                .satisfies(
                        condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RESTORE_UNCONFIRMED))
                .satisfies(condition -> assertThat(condition.message())
                        .contains("node-1 (its Lease was removed, and another run has the node now)")
                        .endsWith("Leases were removed, so other runs may begin there.")
                        .doesNotContain("node-0"));
    }

    @Test
    void hostsThatAreSaidToBeRestoredAreNotLookedAtThoughTheirLeasesAreGone() {
        lostItsLeases();
        fixture.stands(Map.of(ConditionType.TUNING_VERIFIED, Status.TRUE), ConditionReason.RESTORED_IN_PART);

        assertThat(take(fixture.is(ABANDONED))).isEqualTo(StepOutcome.proceed());

        assertThat(fixture.restorePods()).isEmpty();
        assertThat(fixture.session.state()).isInstanceOf(RunState.Cleared.class);
    }

    private void lostItsLeases() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, tuning: {mode: Apply, mtu: 9000}");
        fixture.standsOn("node-0", "node-1");
        fixture.records.save(StepFixture.REF, fixture.started(1));
    }

    private RunStep.StepOutcome take(RunState.Abandoned state) {
        return take(fixture.view(), state);
    }

    private RunStep.StepOutcome take(RunView view, RunState.Abandoned state) {
        return new AbandonedStep(
                        new PodDeletion(fixture.memberPods, fixture::nowEpochNanos),
                        fixture.cleanup,
                        fixture.leases,
                        fixture.restores,
                        fixture.records)
                .take(view, state);
    }
}
