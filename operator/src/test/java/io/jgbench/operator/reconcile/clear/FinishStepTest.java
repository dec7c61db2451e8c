package io.jgbench.operator.reconcile.clear;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.restore.HostRestores;
import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.RunView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FinishStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void runWhoseOutcomeStandsGivesItsNodesBackAndForgetsItsRecord() {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        fixture.records.save(StepFixture.REF, fixture.failed(1));
        var view = fixture.view();

        assertThat(step().take(view, fixture.concluded(fixture.failed(1)))).isInstanceOf(StepOutcome.Done.class);

        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.api.names("configmaps")).isEmpty();
        assertThat(fixture.api.names("secrets")).isEmpty();
        assertThat(fixture.session.state()).isInstanceOf(RunState.Cleared.class);
        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).knownReason())
                .hasValue(ConditionReason.RELEASED);
    }

    @Test
    void hostWhoseTunerSaidThatItRestoredItNeedsNoPod() {
        tuned();
        fixture.pods = List.of(
                fixture.tunedPod(0, StepFixture.ended("RESTORED")),
                fixture.tunedPod(1, StepFixture.ended("APPLY_FAILED")));

        take();

        assertThat(fixture.restorePods()).isEmpty();
        assertThat(fixture.api.names("leases")).isEmpty();
    }

    @Test
    void whatATunerSaidIsKnownWhenItsPodIsGone() {
        tuned();
        fixture.tunerEnds.see(fixture.tunedPod(0, StepFixture.ended("RESTORED")));
        fixture.tunerEnds.see(fixture.tunedPod(1, StepFixture.ended("RESTORED")));

        take();

        assertThat(fixture.api.names("leases")).isEmpty();
    }

    @Test
    void hostWhoseTunerWasKilledIsRestoredBeforeItsNodeIsFree() {
        tuned();
        fixture.pods = List.of(
                fixture.tunedPod(0, StepFixture.ended("RESTORED")),
                fixture.tunedPod(1, "state: {terminated: {exitCode: 137}}"));

        take();

        assertThat(fixture.restorePods()).containsExactly(StepFixture.REF.runId() + "-restore-node-1");
        assertThat(fixture.api.names("leases")).hasSize(2);
        fixture.restorePodIs("node-1", "{\"phase\":\"Succeeded\"}");

        var view = take();

        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.restorePods()).isEmpty();
        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).knownReason())
                .hasValue(ConditionReason.RESTORED);
    }

    @Test
    void whatThePodThatRestoresLeftAloneIsToldAndItsNodeIsFree() {
        tuned();
        fixture.pods = List.of(fixture.tunedPod(0, StepFixture.ended("RESTORED")));
        take();
        fixture.restorePodLeavesAlone("node-1", "eth0 mtu is 1400, which is neither of both");

        var view = take();

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED))
                .satisfies(condition -> assertThat(condition.status()).isEqualTo(Status.TRUE))
                .satisfies(condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RESTORED_IN_PART))
                .satisfies(condition -> assertThat(condition.message())
                        .endsWith("Left as they are: Node node-1: eth0 mtu is 1400, which is neither of both"));
        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.session.state()).isInstanceOf(RunState.Cleared.class);
    }

    @Test
    void whatThePodThatRestoresLeftAloneIsToldBesideWhatElseWasWrong() {
        tuned();
        fixture.stands(Map.of(ConditionType.TUNING_VERIFIED, Status.FALSE), ConditionReason.APPLY_FAILED);
        fixture.pods = List.of(fixture.tunedPod(0, StepFixture.ended("RESTORED")));
        take();
        fixture.restorePodLeavesAlone("node-1", "eth0 mtu is 1400");

        assertThat(StepFixture.drafted(take(), ConditionType.TUNING_VERIFIED))
                .satisfies(condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.APPLY_FAILED))
                .satisfies(condition -> assertThat(condition.message())
                        .isEqualTo("As the test has it. Left as they are: Node node-1: eth0 mtu is 1400"));
    }

    @Test
    void hostsOfARunWhosePodsWereAllRefusedNeedNoPod() {
        tuned(fixture.failed(1).neverLaunching(Set.of("member-0", "member-1")));

        take();

        assertThat(fixture.restorePods()).isEmpty();
        assertThat(fixture.api.names("leases")).isEmpty();
    }

    @Test
    void hostThatIsNotRestoredInTimeIsSaidAndLeftForTheNextRunToRestore() {
        tuned();
        fixture.pods = List.of(fixture.tunedPod(0, StepFixture.ended("RESTORED")));
        take();
        fixture.restorePodIs("node-1", "{\"phase\":\"Pending\",\"message\":\"no kubelet\"}");
        fixture.pass(HostRestores.GIVEN_UP_AFTER);

        var view = take();

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED))
                .satisfies(
                        condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RESTORE_UNCONFIRMED))
                .satisfies(condition -> assertThat(condition.message()).contains("node-1 (no kubelet)"));
        assertThat(view.draft().build().unrestoredNodes()).containsExactly("node-1");
        assertThat(fixture.api.names("leases")).as("before the status says so").hasSize(2);
        fixture.publish(view);

        var last = take();

        assertThat(StepFixture.drafted(last, ConditionType.NODES_RESERVED).message())
                .isEqualTo("The run is over; its nodes are free, but for those that are not restored: see"
                        + " TuningVerified.");
        assertThat(fixture.api.names("leases")).containsExactly("jgbench-node-node-1");
        assertThat(fixture.leases.leftChangedBy(StepFixture.REF)).containsExactly("node-1");
        assertThat(fixture.session.state()).isInstanceOf(RunState.Cleared.class);
    }

    @Test
    void hostWhoseNodeIsNotReadyIsSaidAtOnceAndGetsNoPod() {
        tuned();
        fixture.pods = List.of(fixture.tunedPod(0, StepFixture.ended("RESTORED")));
        fixture.nodeIsReady("node-1", false);

        var view = take();

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED))
                .satisfies(
                        condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RESTORE_UNCONFIRMED))
                .satisfies(condition -> assertThat(condition.message())
                        .contains("node-1 (the node is not ready: Kubelet stopped posting node status.)"));
        fixture.publish(view);
        take();
        assertThat(fixture.restorePods()).isEmpty();
        assertThat(fixture.leases.leftChangedBy(StepFixture.REF)).containsExactly("node-1");
    }

    @Test
    void podThatWaitsForAKubeletGoesWhenItsNodeIsLost() {
        tuned();
        fixture.pods = List.of(fixture.tunedPod(0, StepFixture.ended("RESTORED")));
        take();
        assertThat(fixture.restorePods()).hasSize(1);
        fixture.nodeIsReady("node-1", false);

        var view = take();

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).message())
                .contains("node-1 (the node is not ready");
        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void podOfAnEarlierTimeThatIsBeingDeletedIsNotBelieved() {
        tuned();
        fixture.pods = List.of(fixture.tunedPod(0, StepFixture.ended("RESTORED")));
        take();
        fixture.restorePodIs("node-1", "{\"phase\":\"Succeeded\"}");
        fixture.restorePodLeaves("node-1");

        take();

        assertThat(fixture.api.names("leases")).hasSize(2);
    }

    @Test
    void restoringThatTheApiServerRefusesIsGivenUpInTime() {
        tuned();
        fixture.api.refuse("pods");
        take();
        fixture.pass(HostRestores.GIVEN_UP_AFTER);

        var view = take();

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).message())
                .contains("exceeded quota: none");
        fixture.publish(view);
        take();
        assertThat(fixture.leases.leftChangedBy(StepFixture.REF)).containsExactly("node-0", "node-1");
    }

    @Test
    void podsThatRestoredAndMayNotBeRemovedKeepNoNode() {
        tuned();
        take();
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        fixture.restorePodIs("node-1", "{\"phase\":\"Succeeded\"}");
        fixture.api.refuse("pods");

        var view = take();

        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.session.state()).isInstanceOf(RunState.Cleared.class);
        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).knownReason())
                .hasValue(ConditionReason.RESTORED);
    }

    @Test
    void podThatFailedAndMayNotBeRemovedKeepsNoNodeForEver() {
        tuned();
        take();
        fixture.restorePodIs("node-0", "{\"phase\":\"Failed\",\"message\":\"no disk\"}");
        fixture.restorePodIs("node-1", "{\"phase\":\"Succeeded\"}");
        fixture.api.refuse("pods");
        fixture.pass(HostRestores.GIVEN_UP_AFTER);
        fixture.publish(take());

        take();

        assertThat(fixture.leases.leftChangedBy(StepFixture.REF)).containsExactly("node-0");
    }

    @Test
    void hostsThatTheRepetitionBeforeRestoredNeedNoPodAfterOneWhosePodsWereNeverMade() {
        tuned(fixture.failed(2).neverLaunching(Set.of("member-0", "member-1")));
        fixture.tunerEnds.see(fixture.tunedPod(0, StepFixture.ended("RESTORED")));
        fixture.tunerEnds.see(fixture.tunedPod(1, "state: {terminated: {exitCode: 137}}"));

        take();

        assertThat(fixture.restorePods()).containsExactly(StepFixture.REF.runId() + "-restore-node-1");
    }

    @Test
    void hostsThatTheRunHasGivenBackAreNotRestoredWhenTheRestIsClearedAway() {
        tuned();
        fixture.leases.release(StepFixture.REF);
        fixture.leases.take(new RunRef("lab", "next", "uid-of-next"), List.of("node-0"), false, StepFixture.LONGEST);

        take();

        assertThat(fixture.restorePods()).isEmpty();
        assertThat(fixture.api.names("leases")).containsExactly("jgbench-node-node-0");
        assertThat(fixture.session.state()).isInstanceOf(RunState.Cleared.class);
    }

    @Test
    void hostThatIsGivenBackAsLeftChangedIsNotSaidToBeRestoredWithTheOthers() {
        tuned();
        fixture.stands(Map.of(ConditionType.TUNING_VERIFIED, Status.FALSE), ConditionReason.RESTORE_UNCONFIRMED);
        leftBeforeTheOperatorEnded("node-0");
        take();
        fixture.restorePodIs("node-1", "{\"phase\":\"Succeeded\"}");
        fixture.nodeIsReady("node-0", false);

        var view = take();

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED))
                .satisfies(
                        condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RESTORE_UNCONFIRMED))
                .satisfies(condition -> assertThat(condition.message())
                        .contains("node-0 (the node is not ready")
                        .doesNotContain("node-1"));
        assertThat(fixture.leases.leftChangedBy(StepFixture.REF)).containsExactly("node-0");
        assertThat(fixture.api.names("leases")).containsExactly("jgbench-node-node-0");
    }

    @Test
    void hostThatIsGivenBackAsLeftChangedAndRestoredThenIsFree() {
        tuned();
        fixture.stands(Map.of(ConditionType.TUNING_VERIFIED, Status.FALSE), ConditionReason.RESTORE_UNCONFIRMED);
        leftBeforeTheOperatorEnded("node-0");
        take();
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        fixture.restorePodIs("node-1", "{\"phase\":\"Succeeded\"}");

        var view = take();

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).knownReason())
                .hasValue(ConditionReason.RESTORED);
        assertThat(fixture.api.names("leases")).isEmpty();
    }

    /** Of two Leases that were to be left changed one is. */
    private void leftBeforeTheOperatorEnded(String node) {
        fixture.leases.release(StepFixture.REF, Set.of(node));
        fixture.leases.take(StepFixture.REF, List.of("node-1"), true, StepFixture.LONGEST);
    }

    @Test
    void podThatRestoresAndFailsIsFollowedByAnother() {
        tuned();
        fixture.pods = List.of(fixture.tunedPod(0, StepFixture.ended("RESTORED")));
        take();
        fixture.restorePodIs("node-1", "{\"phase\":\"Failed\",\"message\":\"OutOfcpu\"}");
        take();
        take();

        assertThat(restorePodsMade()).hasSize(2);
    }

    @Test
    void podThatAKubeletRejectsIsFollowedByAnotherAfterAWhile() {
        tuned();
        fixture.pods = List.of(fixture.tunedPod(0, StepFixture.ended("RESTORED")));
        take();
        fixture.restorePodIsMadeNow("node-1");
        fixture.restorePodIs("node-1", "{\"phase\":\"Failed\",\"message\":\"The node had condition: [DiskPressure]\"}");
        fixture.pass(Duration.ofSeconds(14));
        take();
        take();
        assertThat(restorePodsMade()).hasSize(1);

        fixture.pass(Duration.ofSeconds(1));
        take();
        take();

        assertThat(restorePodsMade()).hasSize(2);
    }

    private List<String> restorePodsMade() {
        return fixture.api.made("pods").stream()
                .filter(name -> name.contains("-restore-"))
                .toList();
    }

    private void tuned() {
        tuned(fixture.failed(1));
    }

    private void tuned(RunRecord record) {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, tuning: {mode: Apply, mtu: 9000}");
        fixture.leases.take(StepFixture.REF, List.of("node-0", "node-1"), true, StepFixture.LONGEST);
        var concluded = fixture.concluded(record);
        fixture.is(concluded.with(PodTermination.NOT_YET.at(fixture.nowEpochNanos())));
    }

    private RunView take() {
        var view = fixture.view();
        step().take(view, (RunState.Concluded) fixture.session.state());
        return view;
    }

    private FinishStep step() {
        return new FinishStep(fixture.cleanup, fixture.leases, fixture.tunerEnds, fixture.restores);
    }
}
