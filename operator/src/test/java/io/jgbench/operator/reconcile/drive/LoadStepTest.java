package io.jgbench.operator.reconcile.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.drive.RunRecord;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.pod.RestoreFor;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.operator.reconcile.state.StatusAsRead;
import io.jgbench.operator.status.StatusDraft;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoadStepTest {
    private boolean isLatest = true;
    private final StepFixture fixture = new StepFixture();

    @BeforeEach
    void takeNodes() throws Exception {
        fixture.leases.take(StepFixture.REF, fixture.started(1).plan().nodes(), false, StepFixture.LONGEST);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void runOfWhichNothingIsStoredWaits() throws Exception {
        fixture.leases.release(StepFixture.REF);

        take();

        assertThat(fixture.session.state()).isEqualTo(RunState.Waiting.first(false, StatusAsRead.NOTHING));
    }

    @Test
    void podsThatAnEarlierOperatorMadeToRestoreNodesAreLookedForOnceForAllRuns() throws Exception {
        fixture.leases.release(StepFixture.REF);
        fixture.restores.look(RestoreFor.run(StepFixture.REF), Set.of("node-0"));
        var step = step();

        step.take(fixture.view(), unseen());
        assertThat(((RunState.Waiting) fixture.session.state()).mayRestoreNodes())
                .isTrue();

        fixture.api.refuse("pods", "GET", 500);
        var session = new Session();
        var other = new RunView(
                fixture.run,
                new RunRef("lab", "other", "other-uid"),
                session,
                List.of(),
                () -> fixture.nodes,
                List::of,
                StepFixture.BEGIN,
                new StatusDraft(null, 1, StepFixture.BEGIN));
        step.take(other, (RunState.Unseen) session.state());
        assertThat(((RunState.Waiting) session.state()).mayRestoreNodes()).isFalse();
    }

    @Test
    void runThatAnotherOperatorHasBegunIsDriven() throws Exception {
        fixture.records.save(StepFixture.REF, fixture.started(1));

        take();

        assertThat(fixture.session.state()).isInstanceOf(RunState.Driven.class);
        assertThat(fixture.session.state().live().orElseThrow().record().repetition())
                .isEqualTo(1);
    }

    @Test
    void recordOfNodesThatTheRunDoesNotHaveIsNotItsOwn() throws Exception {
        fixture.records.save(StepFixture.REF, fixture.started(1));
        fixture.leases.release(StepFixture.REF);
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        var view = fixture.view();

        assertThat(step().take(view, unseen())).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).status()).isEqualTo(Status.TRUE);
        assertThat(StepFixture.drafted(view, ConditionType.RESULTS_COLLECTED).knownReason())
                .hasValue(ConditionReason.RECORD_UNREADABLE);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).message())
                .contains("places the run on node-1, but the run holds no Lease there");
        fixture.stands(Map.of(ConditionType.FINISHED, Status.TRUE));
        take();
        assertThat(fixture.session.state()).as("members of it are made nowhere").isInstanceOf(RunState.Abandoned.class);
    }

    @Test
    void recordOfARepetitionThatIsOverAndNotTheLastNeedsItsNodesToo() throws Exception {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, repetitions: 2");
        fixture.records.save(StepFixture.REF, fixture.failed(1));
        fixture.leases.release(StepFixture.REF);
        var view = fixture.view();

        assertThat(step().take(view, unseen())).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).message())
                .contains("but the run holds no Lease there");
    }

    @Test
    void howOftenARunIsContinuedInAPhaseIsCounted() throws Exception {
        fixture.records.save(StepFixture.REF, fixture.started(1));

        take();
        fixture.session.become(fixture.session.state(), new RunState.Unseen(false, false));
        take();

        RunRecord record = fixture.records.load(StepFixture.REF).orElseThrow();
        assertThat(record.takeovers()).isEqualTo(2);
        assertThat(record.after(fixture.failed(1).status(), StepFixture.BEGIN).takeovers())
                .as("of another phase")
                .isZero();
    }

    @Test
    void runThatTakesOneOperatorAfterTheOtherDownIsGivenUp() throws Exception {
        RunRecord record = fixture.started(1);
        for (int i = 0; i < LoadStep.MOST_TAKEOVERS; i++) {
            record = record.takenOver();
        }
        fixture.records.save(StepFixture.REF, record);
        var view = fixture.view();

        assertThat(step().take(view, unseen())).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).status()).isEqualTo(Status.TRUE);
        assertThat(StepFixture.drafted(view, ConditionType.RESULTS_COLLECTED).knownReason())
                .hasValue(ConditionReason.INTERNAL_ERROR);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).message()).contains("restarted 8 times");
        fixture.stands(Map.of(ConditionType.FINISHED, Status.TRUE));
        take();
        assertThat(fixture.session.state()).isInstanceOf(RunState.Abandoned.class);
    }

    @Test
    void repetitionsThatAreMeasuredStayWhereALaterOneTakesOperatorsDownUntilReadingThemDoes() throws Exception {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, repetitions: 2");
        RunRecord first = fixture.failed(1);
        fixture.keep(fixture.driven(first).repetition().evidence(first, Map.of()));
        RunRecord second = fixture.started(2);
        for (int i = 0; i < LoadStep.MOST_TAKEOVERS; i++) {
            second = second.takenOver();
        }
        fixture.records.save(StepFixture.REF, second);
        fixture.leases.take(StepFixture.REF, second.plan().nodes(), false, StepFixture.LONGEST);
        fixture.is(new RunState.Unseen(false, false));
        for (int look = 0; look < 2; look++) {
            var view = fixture.view();
            step().take(view, unseen());
            assertThat(view.draft().build().perMember()).hasSize(2);
            assertThat(StepFixture.drafted(view, ConditionType.FINISHED).status())
                    .isEqualTo(Status.TRUE);
        }

        fixture.is(new RunState.Unseen(false, false));
        var view = fixture.view();
        step().take(view, unseen());

        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).status()).isEqualTo(Status.TRUE);
        assertThat(view.draft().build().perMember()).isEmpty();
    }

    @Test
    void runThatHasNodesButNoRecordMayHaveLeftSomething() throws Exception {
        take();

        assertThat(fixture.session.state())
                .isInstanceOfSatisfying(
                        RunState.Waiting.class,
                        waiting -> assertThat(waiting.hasLeftovers()).isTrue());
    }

    @Test
    void runWhoseRecordSomebodyRemovedDoesNotBeginAgainOverItsPods() throws Exception {
        fixture.stands(Map.of(ConditionType.NODES_RESERVED, Status.TRUE));
        fixture.pods = List.of(fixture.pod(0, "phase: Running"));
        var view = fixture.view();

        assertThat(step().take(view, unseen())).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.RESULTS_COLLECTED))
                .satisfies(condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RECORD_UNREADABLE))
                .satisfies(
                        condition -> assertThat(condition.message()).contains("ConfigMap " + StepFixture.REF.runId()));
        fixture.publish(view);
        take();
        assertThat(fixture.session.state()).isInstanceOf(RunState.Abandoned.class);
    }

    @Test
    void recordThatTheSameOperatorReadsAgainIsNotCounted() throws Exception {
        RunRecord record = fixture.started(1);
        for (int i = 1; i < LoadStep.MOST_TAKEOVERS; i++) {
            record = record.takenOver();
        }
        fixture.records.save(StepFixture.REF, record);

        for (int i = 0; i < 3; i++) {
            take();
            assertThat(fixture.session.state()).isInstanceOf(RunState.Driven.class);
            fixture.session.readAgain();
        }

        assertThat(fixture.records.load(StepFixture.REF).orElseThrow().takeovers())
                .isEqualTo(LoadStep.MOST_TAKEOVERS);
    }

    @Test
    void figuresThatStandAreNotReplacedByWhatAnOlderRecordLeadsTo() throws Exception {
        fixture.records.save(StepFixture.REF, fixture.stalled(1));
        fixture.stands(Map.of(ConditionType.RESULTS_COLLECTED, Status.TRUE, ConditionType.VALID, Status.TRUE));
        var view = fixture.view();

        assertThat(step().take(view, unseen())).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).status()).isEqualTo(Status.TRUE);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).knownReason())
                .hasValue(ConditionReason.PASSED);
        assertThat(StepFixture.drafted(view, ConditionType.RESULTS_STORED).knownReason())
                .hasValue(ConditionReason.RESULTS_NOT_STORED);
        fixture.publish(view);
        take();
        assertThat(fixture.session.state()).isInstanceOf(RunState.Abandoned.class);
    }

    @Test
    void runThatCouldNotBeginMayHaveLeftSomething() throws Exception {
        fixture.records.save(StepFixture.REF, fixture.begun(1));

        take();

        assertThat(fixture.session.state())
                .isInstanceOfSatisfying(
                        RunState.Waiting.class,
                        waiting -> assertThat(waiting.hasLeftovers()).isTrue());
    }

    @Test
    void runWhoseOutcomeStandsIsDrivenUntilItIsClearedAway() throws Exception {
        fixture.records.save(StepFixture.REF, fixture.failed(1));
        fixture.stands(Map.of(ConditionType.FINISHED, Status.TRUE));

        take();

        assertThat(fixture.session.state()).isInstanceOf(RunState.Concluded.class);
    }

    @Test
    void runThatWasGivenUpIsNotDrivenAgain() throws Exception {
        fixture.records.save(StepFixture.REF, fixture.started(1));
        fixture.stands(Map.of(ConditionType.FINISHED, Status.TRUE, ConditionType.NODES_RESERVED, Status.TRUE));

        take();

        assertThat(fixture.session.state()).isEqualTo(new RunState.Abandoned(PodTermination.NOT_YET));
    }

    @Test
    void runThatIsClearedAwayIsLeftAlone() throws Exception {
        fixture.stands(
                Map.of(ConditionType.NODES_RESERVED, Status.FALSE, ConditionType.FINISHED, Status.TRUE),
                ConditionReason.RELEASED);

        take();

        assertThat(fixture.session.state()).isEqualTo(RunState.Cleared.of(StatusAsRead.NOTHING));
    }

    @Test
    void recordThatCannotBeReadEndsTheRunAndThenWhatItHoldsIsClearedAway() throws Exception {
        fixture.records.save(StepFixture.REF, fixture.started(1));
        fixture.api
                .client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(StepFixture.REF.runId())
                        .endMetadata()
                        .addToData("record.json", "{}")
                        .build())
                .update();

        var view = fixture.view();
        assertThat(step().take(view, unseen())).isInstanceOf(StepOutcome.Done.class);
        assertThat(StepFixture.drafted(view, ConditionType.RESULTS_COLLECTED).knownReason())
                .hasValue(ConditionReason.RECORD_UNREADABLE);

        fixture.stands(Map.of(ConditionType.FINISHED, Status.TRUE));
        take();
        assertThat(fixture.session.state()).isInstanceOf(RunState.Abandoned.class);
    }

    @Test
    void recordOfAnotherVersionEndsTheRunAndSaysWhichIsRead() throws Exception {
        rewrite(data -> data.put("version", "0"));

        var view = fixture.view();
        assertThat(step().take(view, unseen())).isInstanceOf(StepOutcome.Done.class);
        var condition = StepFixture.drafted(view, ConditionType.RESULTS_COLLECTED);
        assertThat(condition.knownReason()).hasValue(ConditionReason.RECORD_UNREADABLE);
        assertThat(condition.message()).contains("is of version 0, and this operator reads version 1");
    }

    @Test
    void recordOfANewerVersionIsSaidAndLeftAloneWithItsRun() throws Exception {
        fixture.leases.take(StepFixture.REF, List.of("node-0", "node-1"), false, StepFixture.LONGEST);
        rewrite(data -> data.put("version", "2"));
        var before = saved();

        for (int look = 0; look < 2; look++) {
            var view = fixture.view();
            assertThat(step().take(view, unseen())).isInstanceOf(StepOutcome.Done.class);

            assertThat(view.draft().build().condition(ConditionType.FINISHED)).isEmpty();
            var condition = StepFixture.drafted(view, ConditionType.SUCCEEDED);
            assertThat(condition.status()).isEqualTo(Status.UNKNOWN);
            assertThat(condition.knownReason()).hasValue(ConditionReason.RECORD_UNREADABLE);
            assertThat(condition.message())
                    .isEqualTo("The record of the run in ConfigMap " + StepFixture.REF.runId()
                            + " is of version 2, and this operator reads version 1: a newer operator wrote it."
                            + " Install that one again, or cancel or delete the run.");
        }
        assertThat(saved()).isEqualTo(before);
        assertThat(fixture.api.names("leases")).hasSize(2);
    }

    @Test
    void runOfANewerOperatorGoesOnOnceItsRecordCanBeRead() throws Exception {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        rewrite(data -> data.put("version", "2"));
        step().take(fixture.view(), unseen());

        rewrite(data -> data.put("version", "1"));
        take();

        assertThat(fixture.session.state()).isInstanceOf(RunState.Driven.class);
    }

    @Test
    void runOfANewerOperatorEndsWhenItIsCancelledOrCanHaveItsNodesNoLonger() throws Exception {
        fixture.leases.take(StepFixture.REF, List.of("node-0"), false, StepFixture.LONGEST);
        rewrite(data -> data.put("version", "2"));

        fixture.declare("members: 2, messages: 1000, messageSize: 1k, cancel: true");
        assertThat(reasonOfEnd()).hasValue(ConditionReason.RECORD_UNREADABLE);

        fixture.declare("members: 2, messages: 1000, messageSize: 1k");
        fixture.pass(StepFixture.LONGEST.plusSeconds(1));
        assertThat(reasonOfEnd()).hasValue(ConditionReason.RECORD_UNREADABLE);
    }

    private Optional<ConditionReason> reasonOfEnd() throws Exception {
        var view = fixture.view();
        assertThat(step().take(view, unseen())).isInstanceOf(StepOutcome.Done.class);
        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).status()).isEqualTo(Status.TRUE);
        return StepFixture.drafted(view, ConditionType.RESULTS_COLLECTED).knownReason();
    }

    private Map<String, String> saved() {
        return fixture.api
                .client()
                .configMaps()
                .inNamespace(StepFixture.REF.namespace())
                .withName(StepFixture.REF.runId())
                .get()
                .getData();
    }

    @Test
    void recordOfAnOperatorThatWroteNoVersionIsContinued() throws Exception {
        rewrite(data -> data.remove("version"));

        take();

        assertThat(fixture.session.state()).isInstanceOf(RunState.Driven.class);
    }

    @Test
    void recordOfAnOperatorThatDidNotSayWhosePodsWereNeverMadeIsContinued() throws Exception {
        rewrite(data -> assertThat(
                        data.compute("record.json", (_, json) -> json.replaceFirst(",\"neverLaunched\":\\[]", "")))
                .doesNotContain("neverLaunched"));

        take();

        var live = fixture.session.state().live().orElseThrow();
        assertThat(live.record().neverLaunched()).isEmpty();
        assertThat(live.neverLaunched()).as("it may have made them").isEmpty();
    }

    /** Changes what was saved of a run that has started. */
    private void rewrite(Consumer<Map<String, String>> change) {
        fixture.records.save(StepFixture.REF, fixture.started(1));
        var maps = fixture.api.client().configMaps().inNamespace(StepFixture.REF.namespace());
        var saved = maps.withName(StepFixture.REF.runId()).get();
        assertThat(saved.getData()).containsEntry("version", "1");
        var data = new HashMap<>(saved.getData());
        change.accept(data);
        maps.resource(new ConfigMapBuilder(saved).withData(data).build()).update();
    }

    /** The operator before has written that the run is over, and has removed its record. */
    @ParameterizedTest
    @EnumSource(
            value = Status.class,
            names = {"TRUE", "FALSE"})
    void runOfWhichALaterVersionIsThereIsLookedAtAgainBeforeAnythingIsDone(Status hasNodes) throws Exception {
        fixture.stands(Map.of(ConditionType.NODES_RESERVED, hasNodes), ConditionReason.NODE_BUSY);
        isLatest = false;

        assertThat(step().take(fixture.view(), unseen())).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofSeconds(1)));
        assertThat(fixture.session.state()).isInstanceOf(RunState.Unseen.class);

        isLatest = true;
        take();
        assertThat(fixture.session.state()).isInstanceOf(RunState.Waiting.class);
    }

    private void take() throws Exception {
        assertThat(step().take(fixture.view(), unseen())).isEqualTo(StepOutcome.proceed());
    }

    private RunState.Unseen unseen() {
        return (RunState.Unseen) fixture.session.state();
    }

    private LoadStep step() {
        return new LoadStep(
                fixture.records,
                fixture.liveRuns,
                fixture.leases,
                fixture.restores,
                fixture.earlyEnd,
                fixture.fullResult,
                _ -> isLatest,
                fixture::nowEpochNanos,
                fixture.woken::add);
    }
}
