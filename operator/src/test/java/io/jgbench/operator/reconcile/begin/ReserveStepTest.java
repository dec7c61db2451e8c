package io.jgbench.operator.reconcile.begin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.drive.RunRecords;
import io.jgbench.operator.drive.RunRecords.OutdatedRecordException;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.plan.PortAssignment;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reserve.QueuePlaces;
import io.jgbench.operator.reserve.RunQueue;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReserveStepTest {
    private final StepFixture fixture = new StepFixture();
    private Clock wallClock = fixture.clock;
    private PortAssignment ports = fixture.ports;
    private final List<RunRef> cleared = new ArrayList<>();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void runTakesItsNodesStoresItsRecordAndIsDriven() {
        var view = fixture.view();

        assertThat(take(view)).isEqualTo(StepOutcome.proceed());

        assertThat(fixture.api.names("leases")).containsExactly("jgbench-node-node-0", "jgbench-node-node-1");
        assertThat(fixture.api
                        .client()
                        .leases()
                        .inNamespace("operator")
                        .withName("jgbench-node-node-0")
                        .get()
                        .getSpec()
                        .getLeaseDurationSeconds())
                .as("start.timeout, activeDeadline and clearing away")
                .isEqualTo((2 + 30 + 10) * 60);
        assertThat(fixture.api.names("configmaps")).containsExactly(StepFixture.REF.runId());
        assertThat(fixture.session.state()).isInstanceOf(RunState.Driven.class);
        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).knownReason())
                .hasValue(ConditionReason.RESERVED);
        assertThat(view.draft().perMember()).extracting(member -> member.node()).containsExactly("node-0", "node-1");
    }

    @Test
    void tooFewNodesAreWaitedForAsLongAsAStartMayTake() {
        fixture.nodes = fixture.nodes.subList(0, 1);
        var view = fixture.view();
        take(view);
        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).knownReason())
                .hasValue(ConditionReason.NOT_ENOUGH_NODES);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).knownReason())
                .hasValue(ConditionReason.QUEUED);

        fixture.pass(Duration.ofMinutes(2));
        view = fixture.view();
        step().take(view, (RunState.Waiting) fixture.session.state());
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).knownReason())
                .hasValue(ConditionReason.FAILED);
    }

    @Test
    void runQueuesBehindWhoeverHasANode() {
        var other = new RunRef("lab", "other", "other-uid");
        fixture.api.client().resource(other(other)).create();
        fixture.leases.take(other, List.of("node-1"), false, StepFixture.LONGEST);
        var view = fixture.view();

        assertThat(take(view)).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED))
                .satisfies(condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.NODE_BUSY))
                .satisfies(condition ->
                        assertThat(condition.message()).isEqualTo("Queued behind lab/other, which has node node-1."));
        assertThat(((RunState.Waiting) fixture.session.state()).hasLeftovers()).isFalse();
        assertThat(cleared).isEmpty();
    }

    @Test
    void runQueuesBehindADeletedOneUntilItsPodsHaveEnded() {
        var deleted = new RunRef("lab", "deleted", "deleted-uid");
        fixture.leases.take(deleted, List.of("node-1"), false, StepFixture.LONGEST);
        var view = fixture.view();

        assertThat(take(view)).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).message())
                .isEqualTo("Queued behind lab/deleted, which was deleted and whose pods end on node node-1.");
        assertThat(cleared).containsExactly(deleted);
        assertThat(fixture.api.names("leases")).containsExactly("jgbench-node-node-1");
    }

    @Test
    void nodeThatAnEarlierRunMayHaveLeftChangedIsRestoredBeforeItIsTaken() {
        leaveChanged("node-1");
        var view = fixture.view();

        assertThat(take(view)).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).message())
                .startsWith("Queued behind lab/earlier, which may have left node node-1 changed; being restored: ");
        assertThat(fixture.restorePods()).hasSize(1);
        assertThat(fixture.api.names("leases")).containsExactly("jgbench-node-node-1");

        fixture.restorePodIs("node-1", "{\"phase\":\"Succeeded\"}");
        takeAgain(fixture.view());
        assertThat(fixture.restorePods()).isEmpty();

        takeAgain(fixture.view());
        assertThat(fixture.session.state()).isInstanceOf(RunState.Driven.class);
    }

    @Test
    void podThatRestoredANodeBeforeTheRunIsNotTakenForOneThatDoesSoAfterIt() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, tuning: {mode: Apply, mtu: 9000}");
        leaveChanged("node-1");
        take(fixture.view());
        fixture.restorePodIs("node-1", "{\"phase\":\"Succeeded\"}");
        fixture.leases.settle("node-1");

        takeAgain(fixture.view());

        assertThat(fixture.session.state()).isInstanceOf(RunState.Driven.class);
        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void podThatRestoredANodeSaysNothingOfWhatTheNextRunLeavesThere() {
        leaveChanged("node-0", "node-1");
        take(fixture.view());
        fixture.restorePodIs("node-0", "{\"phase\":\"Succeeded\"}");
        takeAgain(fixture.view());
        assertThat(fixture.api.names("leases")).as("node-0 is restored").containsExactly("jgbench-node-node-1");

        leaveChanged("node-0");
        takeAgain(fixture.view());

        assertThat(fixture.api.names("leases")).containsExactly("jgbench-node-node-0", "jgbench-node-node-1");
        assertThat(fixture.leases.leftChanged(List.of("node-0", "node-1"))).containsExactly("node-0", "node-1");
    }

    @Test
    void runThatHasToStandBehindAnotherOneRestoresNoNodeMeanwhile() {
        leaveChanged("node-1");
        take(fixture.view());
        assertThat(fixture.restorePods()).hasSize(1);
        RunView view = viewBehindAnotherRun();

        takeAgain(view);

        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).message())
                .isEqualTo("Queued behind lab/before, which wants one of its nodes too.");
        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void operatorThatTakesOverRestoresNoNodeForARunThatHasToStandBehindAnotherOne() {
        leaveChanged("node-1");
        RunView restoring = fixture.view();
        take(restoring);
        fixture.publish(restoring);

        take(viewBehindAnotherRun());

        assertThat(fixture.restorePods()).isEmpty();
    }

    @Test
    void runThatWaitsAsksOnceForPodsThatRestoreNodesForIt() {
        fixture.nodes = List.of();
        take(fixture.view());
        fixture.api.breakAt(1, false);

        takeAgain(fixture.view());

        assertThat(fixture.api.mend()).as("nobody asked").isPositive();
    }

    @Test
    void podsThatAreMadeAfterAllEarlierOnesWereRemovedAreRemovedToo() {
        leaveChanged("node-0", "node-1");
        fixture.is(fixture.waiting().restoringNone());
        takeAgain(fixture.view());
        assertThat(fixture.restorePods()).hasSize(2);

        takeAgain(viewBehindAnotherRun());

        assertThat(fixture.restorePods()).isEmpty();
    }

    private RunView viewBehindAnotherRun() {
        BenchmarkRun before = other(new RunRef("lab", "before", "before-uid"));
        before.setSpec(fixture.run.getSpec());
        before.getMetadata().setGeneration(1L);
        before.getMetadata()
                .setCreationTimestamp(StepFixture.BEGIN.minusSeconds(1).toString());
        RunView view = fixture.view();
        return new RunView(
                view.run(),
                view.ref(),
                view.session(),
                List.of(),
                view.nodes(),
                () -> List.of(before),
                view.now(),
                view.draft());
    }

    @Test
    void nodeThatCannotBeRestoredFailsTheRunAfterAsLongAsAStartMayTake() {
        leaveChanged("node-1");
        take(fixture.view());
        fixture.pass(Duration.ofMinutes(2));
        var view = fixture.view();

        takeAgain(view);

        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED))
                .satisfies(
                        condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RESTORE_UNCONFIRMED))
                .satisfies(condition -> assertThat(condition.message()).contains("node-1"));
        assertThat(fixture.restorePods()).isEmpty();
        assertThat(fixture.api.names("leases")).as("for the next").hasSize(1);
    }

    private void leaveChanged(String... nodes) {
        var earlier = new RunRef("lab", "earlier", "earlier-uid");
        fixture.leases.take(earlier, List.of(nodes), true, StepFixture.LONGEST);
        fixture.leases.release(earlier, Set.of(nodes));
    }

    private void takeAgain(RunView view) {
        step().take(view, (RunState.Waiting) fixture.session.state());
    }

    @Test
    void nodesOfARunThatCannotBeginAreFreeForOthers() {
        fixture.api.refuse("configmaps");

        assertThat(catchThrowable(() -> take(fixture.view()))).isInstanceOf(KubernetesClientException.class);

        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(((RunState.Waiting) fixture.session.state()).hasLeftovers())
                .as("as the record could not be deleted either")
                .isTrue();
    }

    /** Of several that are next, each would wake the others as often as it fails, and none would be tried later. */
    @Test
    void runThatCannotBeginWakesNobody() {
        fixture.api.refuse("configmaps", "POST", 429);

        assertThat(catchThrowable(() -> take(fixture.view()))).isInstanceOf(KubernetesClientException.class);

        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(((RunState.Waiting) fixture.session.state()).hasLeftovers()).isFalse();
        assertThat(fixture.haveFreedNodes).isEmpty();
    }

    /** A fault of the operator's own must leave the nodes to others as well; here it is a port that there is not. */
    @Test
    void nodesAreFreeForOthersWhereTheOperatorItselfFailsToBeginARun() {
        ports = new PortAssignment(7800, 70_000);

        assertThat(catchThrowable(() -> take(fixture.view()))).isInstanceOf(IllegalArgumentException.class);

        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.api.names("configmaps")).as("its record").isEmpty();
        assertThat(fixture.api.names("secrets")).isEmpty();
        assertThat(fixture.session.state())
                .isInstanceOfSatisfying(
                        RunState.Waiting.class,
                        waiting -> assertThat(waiting.hasLeftovers()).isFalse());
        assertThat(fixture.haveFreedNodes).isEmpty();
    }

    @Test
    void runInTroubleThatCannotBeginWakesWhoeverHasMetItsLeases() {
        fixture.stands(Map.of(ConditionType.SUCCEEDED, Status.UNKNOWN), ConditionReason.API_REFUSED);
        fixture.api.refuse("configmaps", "POST", 403);

        assertThat(catchThrowable(() -> take(fixture.view()))).isInstanceOf(KubernetesClientException.class);

        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.haveFreedNodes).containsExactly(StepFixture.REF);
    }

    @Test
    void runThatAnotherOperatorHasBegunKeepsWhatThatOneHasMadeForIt() {
        List<String> nodes = List.of("node-0", "node-1");
        fixture.leases.take(StepFixture.REF, nodes, false, StepFixture.LONGEST);
        fixture.liveRuns.prepare(StepFixture.REF, fixture.run.getSpec(), fixture.started(1));
        new RunRecords(fixture.api.aside()).save(StepFixture.REF, fixture.started(1));

        assertThat(catchThrowable(() -> take(fixture.view()))).isInstanceOf(OutdatedRecordException.class);

        assertThat(fixture.leases.notHeldBy(StepFixture.REF, nodes)).isEmpty();
        assertThat(fixture.api.names("configmaps")).containsExactly(StepFixture.REF.runId());
        assertThat(fixture.api.names("secrets")).hasSize(1);
    }

    @Test
    void operatorThatEndsLeavesWhatItHasTakenToTheNextOne() {
        fixture.api.refuse("configmaps", "POST", 429);
        RunState.Waiting waiting = fixture.waiting();
        fixture.session.letGo();

        assertThat(catchThrowable(() -> step().take(fixture.view(), waiting)))
                .isInstanceOf(KubernetesClientException.class);

        assertThat(fixture.api.names("leases")).hasSize(2);
    }

    @Test
    void stepOfTheWallClockShortensNoWait() {
        fixture.nodes = List.of();
        step().take(fixture.view(), fixture.waiting());
        wallClock = Clock.offset(fixture.clock, Duration.ofHours(1));
        var view = fixture.view();

        step().take(view, (RunState.Waiting) fixture.session.state());

        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).status()).isEqualTo(Status.FALSE);
    }

    private static BenchmarkRun other(RunRef ref) {
        var run = new BenchmarkRun();
        run.getMetadata().setNamespace(ref.namespace());
        run.getMetadata().setName(ref.name());
        run.getMetadata().setUid(ref.uid());
        return run;
    }

    private RunStep.StepOutcome take(RunView view) {
        return step().take(view, fixture.waiting());
    }

    private ReserveStep step() {
        return new ReserveStep(
                new RunQueue(new QueuePlaces(_ -> Optional.empty(), wallClock)),
                fixture.leases,
                fixture.cleanup,
                fixture.restores,
                new FirstRepetition(
                        fixture.records,
                        fixture.liveRuns,
                        ports,
                        new RunStacks(fixture.api.client()),
                        fixture.woken::add),
                fixture.clock,
                cleared::add);
    }
}
