package io.jgbench.operator.reconcile.clear;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.BenchmarkRunStatusBuilder;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.restore.RestoreStatus;
import io.jgbench.operator.reconcile.restore.Unrestored;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.RunView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UnconfirmedStepTest {
    /** With what is in their way, more than the message of a condition can hold. */
    private static final int MANY = 80;

    private static final String NOT_READY = "the node is not ready: Kubelet stopped posting node status.";

    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void nodeThatComesBackIsRestoredAndThenSaidToBe() {
        unconfirmed();
        fixture.leases.take(StepFixture.REF, List.of("node-0"), true, StepFixture.LONGEST);
        fixture.leases.release(StepFixture.REF, Set.of("node-0"));

        assertThat(take(fixture.view())).isInstanceOf(StepOutcome.Done.class);
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        var view = fixture.view();

        assertThat(take(view)).isEqualTo(StepOutcome.proceed());
        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).knownReason())
                .hasValue(ConditionReason.RESTORED);
        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.restorePods()).isEmpty();
    }

    /** Whoever may change pods may take their labels off, and another pod of its name cannot be made. */
    @Test
    void podThatHasLostItsLabelsIsFoundByItsName() {
        unconfirmed();
        fixture.leases.take(StepFixture.REF, List.of("node-0"), true, StepFixture.LONGEST);
        fixture.leases.release(StepFixture.REF, Set.of("node-0"));
        take(fixture.view());
        fixture.restorePodHasNoLabels("node-0");
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        var view = fixture.view();

        assertThat(take(view)).isEqualTo(StepOutcome.proceed());

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).knownReason())
                .hasValue(ConditionReason.RESTORED);
    }

    @Test
    void whatWasLeftAloneIsToldOfEachNodeThatIsRestored() {
        unconfirmed();
        fixture.leases.take(StepFixture.REF, List.of("node-0", "node-1"), true, StepFixture.LONGEST);
        fixture.leases.release(StepFixture.REF, Set.of("node-0", "node-1"));
        take(fixture.view());
        fixture.restorePodLeavesAlone("node-0", "eth0 mtu is 1400");
        var first = fixture.view();
        assertThat(take(first)).isInstanceOf(StepOutcome.Done.class);
        assertThat(StepFixture.drafted(first, ConditionType.TUNING_VERIFIED))
                .satisfies(
                        condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RESTORE_UNCONFIRMED))
                .satisfies(condition ->
                        assertThat(condition.message()).endsWith("Left as they are: Node node-0: eth0 mtu is 1400"));
        fixture.publish(first);
        fixture.restorePodIs("node-1", "{\"phase\":\"Succeeded\"}");
        var last = fixture.view();

        assertThat(take(last)).isEqualTo(StepOutcome.proceed());

        assertThat(StepFixture.drafted(last, ConditionType.TUNING_VERIFIED))
                .satisfies(condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RESTORED_IN_PART))
                .satisfies(condition ->
                        assertThat(condition.message()).endsWith("Left as they are: Node node-0: eth0 mtu is 1400"));
        assertThat(fixture.api.names("leases")).isEmpty();
    }

    @Test
    void nodeThatIsNotReadyGetsAPodOnceItIs() {
        unconfirmed();
        fixture.leases.take(StepFixture.REF, List.of("node-0"), true, StepFixture.LONGEST);
        fixture.leases.release(StepFixture.REF, Set.of("node-0"));
        fixture.nodeIsReady("node-0", false);

        assertThat(take(fixture.view())).isInstanceOf(StepOutcome.Done.class);
        assertThat(fixture.restorePods()).isEmpty();
        fixture.nodeIsReady("node-0", true);

        assertThat(take(fixture.view())).isInstanceOf(StepOutcome.Done.class);
        assertThat(fixture.restorePods()).hasSize(1);
    }

    @Test
    void nodeThatTheClusterHasNoMoreIsNotWaitedFor() {
        unconfirmed();
        fixture.leases.take(StepFixture.REF, List.of("node-7"), true, StepFixture.LONGEST);
        fixture.leases.release(StepFixture.REF, Set.of("node-7"));
        var view = fixture.view();

        assertThat(take(view)).isEqualTo(StepOutcome.proceed());

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).knownReason())
                .hasValue(ConditionReason.RESTORE_UNCONFIRMED);
        assertThat(fixture.api.names("leases")).hasSize(1);
    }

    @Test
    void nodeThatAnotherRunHasRestoredIsSaidToBe() {
        unconfirmed();
        fixture.leases.take(StepFixture.REF, List.of("node-0"), true, StepFixture.LONGEST);
        fixture.leases.release(StepFixture.REF, Set.of("node-0"));
        fixture.leases.settle("node-0");
        var view = fixture.view();

        assertThat(take(view)).isEqualTo(StepOutcome.proceed());

        assertThat(reason(view)).hasValue(ConditionReason.RESTORED);
        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void nodeWhoseLeaseWasRemovedIsNotTakenForRestored() {
        saysUnconfirmed("node-0");
        fixture.nodeIsReady("node-0", false);
        var view = fixture.view();

        assertThat(take(view)).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED))
                .satisfies(
                        condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RESTORE_UNCONFIRMED))
                .satisfies(condition -> assertThat(condition.message())
                        .contains("node-0 (the node is not ready")
                        .endsWith("Leases were removed, so other runs may begin there."));
    }

    /** What is in the way of a node may change with every look, and each status that is written wakes who watches. */
    @Test
    void thatLeasesWereRemovedIsSaidOnce() {
        saysUnconfirmed("node-0");
        var first = fixture.view();
        take(first);
        fixture.publish(first);
        fixture.nodeIsReady("node-0", false);
        var second = fixture.view();

        take(second, (RunState.Cleared) fixture.session.state());

        assertThat(StepFixture.drafted(first, ConditionType.TUNING_VERIFIED).message())
                .endsWith("Leases were removed, so other runs may begin there.");
        assertThat(second.draft().build()).isEqualTo(first.draft().build());
    }

    @Test
    void thatLeasesWereRemovedIsSaidAgainWhereItMayNotHaveBeenWritten() {
        saysUnconfirmed("node-0");
        take(fixture.view());
        fixture.session.writingFailed();
        var view = fixture.view();

        take(view, (RunState.Cleared) fixture.session.state());

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).message())
                .endsWith("Leases were removed, so other runs may begin there.");
    }

    /** An operator reads of Leases what there is now, and not what a message said of them. */
    @Test
    void messageThatSaysThatLeasesWereRemovedIsNotTakenForThat() {
        var view = fixture.view();
        RestoreStatus.noteUnconfirmed(view.draft(), Map.of("node-0", Unrestored.unreachable("lost")), List.of(), false);
        fixture.publish(view);
        fixture.nodeIsReady("node-0", false);
        var next = fixture.view();

        take(next);

        assertThat(StepFixture.drafted(next, ConditionType.TUNING_VERIFIED).message())
                .contains("node-0 (the node is not ready")
                .endsWith("Leases were removed, so other runs may begin there.");
    }

    @Test
    void nodeWhoseLeaseWasRemovedIsLookedAtAndThenSaidToBeRestored() {
        saysUnconfirmed("node-0");

        take(fixture.view());
        assertThat(fixture.restorePods()).containsExactly(StepFixture.REF.runId() + "-restore-node-0");
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        var view = fixture.view();

        assertThat(take(view)).isEqualTo(StepOutcome.proceed());
        assertThat(reason(view)).hasValue(ConditionReason.RESTORED);
        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void nodesWhoseNamesNoMessageHoldsAreLookedAtAndThenSaidToBeRestored() {
        List<String> nodes = fixture.hasNodes(MANY);
        saysUnconfirmed(nodes, NOT_READY);
        assertThat(StepFixture.drafted(fixture.view(), ConditionType.TUNING_VERIFIED)
                        .message())
                .endsWith("...");

        assertThat(take(fixture.view())).isInstanceOf(StepOutcome.Done.class);
        assertThat(fixture.restorePods()).hasSize(MANY);
        nodes.forEach(node -> fixture.restorePodIs(node, "{\"phase\":\"Succeeded\"}"));
        var view = fixture.view();

        assertThat(take(view)).isEqualTo(StepOutcome.proceed());
        assertThat(reason(view)).hasValue(ConditionReason.RESTORED);
        assertThat(view.draft().build().unrestoredNodes()).isEmpty();
    }

    @Test
    void allNodesOfARunAreLookedAtWhereAnEarlierOperatorNamedThemInAMessageThatIsCutOff() {
        List<String> nodes = fixture.hasNodes(MANY);
        fixture.standsOn(nodes.toArray(String[]::new));
        saysUnconfirmed(nodes, NOT_READY);
        listsNoNodes();

        take(fixture.view());

        assertThat(fixture.restorePods()).hasSize(MANY);
    }

    @Test
    void nodesThatAnEarlierOperatorNamedInTheMessageAreLookedAtAndNoOthers() {
        saysUnconfirmed("node-1");
        listsNoNodes();
        var view = fixture.view();

        take(view);

        assertThat(fixture.restorePods()).containsExactly(StepFixture.REF.runId() + "-restore-node-1");
        assertThat(view.draft().build().unrestoredNodes()).containsExactly("node-1");
    }

    @Test
    void statusListsThoseNodesThatAreNotRestoredYet() {
        saysUnconfirmed(List.of("node-0", "node-1"), NOT_READY);
        take(fixture.view());
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        var view = fixture.view();

        assertThat(take(view)).isInstanceOf(StepOutcome.Done.class);

        assertThat(view.draft().build().unrestoredNodes()).containsExactly("node-1");
    }

    /** As the operator before this one wrote it. */
    private void listsNoNodes() {
        fixture.run.setStatus(BenchmarkRunStatusBuilder.builder(fixture.run.getStatus())
                .unrestoredNodes(List.of())
                .build());
    }

    @Test
    void nodeWhoseLeaseWasRemovedIsLeftToTheRunThatHasItNow() {
        saysUnconfirmed("node-0");
        fixture.leases.take(new RunRef("lab", "next", "uid-of-next"), List.of("node-0"), true, StepFixture.LONGEST);
        var view = fixture.view();

        assertThat(take(view)).isInstanceOf(StepOutcome.Done.class);

        assertThat(reason(view)).hasValue(ConditionReason.RESTORE_UNCONFIRMED);
        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void nodesThatNobodyKnowsAreNotTakenForRestored() {
        unconfirmed();
        var view = fixture.view();

        assertThat(take(view)).isEqualTo(StepOutcome.proceed());

        assertThat(StepFixture.drafted(view, ConditionType.TUNING_VERIFIED))
                .satisfies(
                        condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RESTORE_UNCONFIRMED))
                .satisfies(condition -> assertThat(condition.message()).endsWith("and nobody has looked."));
    }

    @Test
    void runWhoseHostsAreRestoredIsLeftAlone() {
        fixture.api.breakAt(1, false);

        assertThat(take(fixture.view())).isEqualTo(StepOutcome.proceed());

        assertThat(fixture.api.mend()).as("nobody asked").isPositive();
    }

    /** Of a run on two nodes, one of which the status says is not restored. */
    private void saysUnconfirmed(String node) {
        fixture.standsOn("node-0", "node-1");
        saysUnconfirmed(List.of(node), "lost");
    }

    private void saysUnconfirmed(List<String> nodes, String why) {
        var view = fixture.view();
        Map<String, Unrestored> unconfirmed = new TreeMap<>();
        nodes.forEach(node -> unconfirmed.put(node, Unrestored.unreachable(why)));
        RestoreStatus.noteUnconfirmed(view.draft(), unconfirmed, List.of(), true);
        fixture.publish(view);
    }

    private static Optional<ConditionReason> reason(RunView view) {
        return StepFixture.drafted(view, ConditionType.TUNING_VERIFIED).knownReason();
    }

    private void unconfirmed() {
        fixture.stands(Map.of(ConditionType.TUNING_VERIFIED, Status.FALSE), ConditionReason.RESTORE_UNCONFIRMED);
    }

    private StepOutcome take(RunView view) {
        return take(view, fixture.cleared());
    }

    private StepOutcome take(RunView view, RunState.Cleared state) {
        return new UnconfirmedStep(fixture.leases, fixture.restores).take(view, state);
    }
}
