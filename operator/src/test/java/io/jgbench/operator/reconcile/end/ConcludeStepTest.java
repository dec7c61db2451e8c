package io.jgbench.operator.reconcile.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.result.BookedResults;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultBudget;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConcludeStepTest {
    private final StepFixture fixture = new StepFixture();
    private boolean isStored;
    private final ReportMemory memory = ReportMemory.ofProcess();
    private ResultBudget budget = ResultBudget.DEFAULT;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void outcomeOfTheLastRepetitionIsPublishedAndTold() {
        var driven = fixture.driven(fixture.failed(1));
        fixture.keep(driven.repetition().evidence(driven.repetition().record(), Map.of()));

        RunView view = conclude(driven);

        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).knownReason())
                .hasValue(ConditionReason.FAILED);
        assertThat(StepFixture.drafted(view, ConditionType.MEMBERS_READY).knownReason())
                .hasValue(ConditionReason.START_TIMEOUT);
        assertThat(view.draft().build().resultsRef()).isNotNull();
        assertThat(fixture.api.names("configmaps")).anyMatch(name -> name.contains("-results-"));
    }

    @Test
    void resultIsToBeStoredWhereThereIsAStorage() {
        var driven = fixture.driven(fixture.failed(1));
        fixture.keep(driven.repetition().evidence(driven.repetition().record(), Map.of()));
        var without = conclude(driven);
        isStored = true;
        var with = conclude(driven);

        assertThat(without.draft().build().condition(ConditionType.RESULTS_STORED))
                .isEmpty();
        assertThat(StepFixture.drafted(with, ConditionType.RESULTS_STORED).knownReason())
                .hasValue(ConditionReason.STORING);
    }

    @Test
    void figuresStandBeforeTheFullResultIsStored() {
        var driven = measured();
        fixture.api.refuse("configmaps");
        var view = fixture.view();

        assertThat(take(view, driven)).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.RESULTS_COLLECTED).status())
                .isEqualTo(Status.FALSE);
        assertThat(view.draft().build().perMember()).hasSize(2);
        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).status()).isEqualTo(Status.FALSE);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).knownReason())
                .hasValue(ConditionReason.COLLECTING);
        assertThat(view.draft().build().completionTime())
                .as("completion time of a run that is not over")
                .isNull();
    }

    @Test
    void fullResultThatIsRefusedIsTriedAgainForAMinute() {
        var driven = measured();
        fixture.api.refuse("configmaps");
        fixture.pass(ConcludeStep.PATIENCE.multipliedBy(5));
        assertThatThrownBy(() -> conclude(driven))
                .as("by an operator that took over late")
                .hasMessageContaining("exceeded quota: none");
        fixture.pass(ConcludeStep.PATIENCE.minusSeconds(1));

        assertThatThrownBy(() -> conclude(driven)).hasMessageContaining("exceeded quota: none");
        fixture.api.allow("configmaps");

        assertThat(conclude(driven).draft().build().resultsRef()).isNotNull();
    }

    @Test
    void fullResultThatIsRefusedForAMinuteIsAllThatIsLost() {
        var driven = measured();
        fixture.api.refuse("configmaps");
        assertThatThrownBy(() -> conclude(driven)).hasMessageContaining("exceeded quota: none");
        fixture.pass(ConcludeStep.PATIENCE);

        RunView view = conclude(driven);

        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).status()).isEqualTo(Status.TRUE);
        assertThat(view.draft().build().completionTime()).isNotNull();
        assertThat(StepFixture.drafted(view, ConditionType.MEMBERS_READY).knownReason())
                .as("the outcome of the run, not of the refusal")
                .hasValue(ConditionReason.START_TIMEOUT);
        var stored = StepFixture.drafted(view, ConditionType.RESULTS_STORED);
        assertThat(stored.knownReason()).hasValue(ConditionReason.RESULTS_NOT_STORED);
        assertThat(stored.message()).contains("exceeded quota: none");
        assertThat(view.draft().build().resultsRef()).isNull();
    }

    @Test
    void fullResultThatTakesMoreThanItMayIsAllThatIsLost() {
        budget = new ResultBudget(100, 1000);

        RunView view = conclude(measured());

        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).status()).isEqualTo(Status.TRUE);
        assertThat(view.draft().build().perMember()).hasSize(2);
        assertThat(view.draft().build().resultsRef()).isNull();
        assertThat(fixture.api.names("configmaps")).noneMatch(name -> name.contains("-results-"));
        var stored = StepFixture.drafted(view, ConditionType.RESULTS_STORED);
        assertThat(stored.knownReason()).hasValue(ConditionReason.RESULTS_NOT_STORED);
        assertThat(stored.message()).contains("bytes compressed, and 100 are left for it");
    }

    @Test
    void whatCouldNotBeStoredOfARepetitionIsConcludedFromMemory() {
        var driven = fixture.driven(fixture.failed(1));
        var record = driven.repetition().record();
        fixture.session
                .unstored()
                .evidence()
                .put(record.plan().id(), driven.repetition().evidence(record, Map.of()));

        assertThat(conclude(driven).draft().build().resultsRef()).isNotNull();
    }

    @Test
    void figuresThatStandStayThoughTheRestWasInTheMemoryOfAnotherOperator() {
        fixture.stands(Map.of(ConditionType.RESULTS_COLLECTED, Status.TRUE, ConditionType.VALID, Status.TRUE));
        var view = fixture.view();

        take(view, fixture.driven(fixture.failed(1)));

        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).status()).isEqualTo(Status.TRUE);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).knownReason())
                .hasValue(ConditionReason.PASSED);
        assertThat(StepFixture.drafted(view, ConditionType.VALID).status()).isEqualTo(Status.TRUE);
        assertThat(StepFixture.drafted(view, ConditionType.RESULTS_STORED).knownReason())
                .hasValue(ConditionReason.RESULTS_NOT_STORED);
    }

    @Test
    void runThatCompletedAndIsNotValidIsSoWithoutItsFullResult() {
        fixture.stands(
                Map.of(ConditionType.RESULTS_COLLECTED, Status.TRUE, ConditionType.VALID, Status.FALSE),
                Finding.Reason.MESSAGES_MISSING);

        var view = finishedWithoutResult();

        var succeeded = StepFixture.drafted(view, ConditionType.SUCCEEDED);
        assertThat(succeeded.status()).isEqualTo(Status.FALSE);
        assertThat(succeeded.knownReason()).hasValue(ConditionReason.INVALID);
        assertThat(succeeded.message()).isEqualTo("As the test has it.");
        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).knownReason())
                .hasValue(ConditionReason.COMPLETED);
    }

    @ParameterizedTest
    @CsvSource({
        "DEADLINE_EXCEEDED, DEADLINE_EXCEEDED",
        "STALLED, STALLED",
        "CANCELLED, CANCELLED",
        "MEMBER_LOST, COMPLETED"
    })
    void runThatDidNotCompleteSaysWhyItEndedWithoutItsFullResult(ConditionReason collected, ConditionReason finished) {
        fixture.stands(
                Map.of(ConditionType.RESULTS_COLLECTED, Status.FALSE, ConditionType.VALID, Status.FALSE), collected);

        var view = finishedWithoutResult();

        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).knownReason())
                .hasValue(finished);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).knownReason())
                .hasValue(ConditionReason.FAILED);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).message()).isEqualTo("As the test has it.");
    }

    @Test
    void runThatFailedThoughEachMemberReportedHasNotCompleted() {
        fixture.stands(
                Map.of(ConditionType.RESULTS_COLLECTED, Status.TRUE, ConditionType.VALID, Status.FALSE),
                Finding.Reason.RUN_FAILED);

        assertThat(StepFixture.drafted(finishedWithoutResult(), ConditionType.SUCCEEDED)
                        .knownReason())
                .hasValue(ConditionReason.FAILED);
    }

    /** Its figures stand, and what it left behind was in the memory of another operator. */
    private RunView finishedWithoutResult() {
        var view = fixture.view();
        take(view, fixture.driven(fixture.failed(1)));
        return view;
    }

    @Test
    void runWaitsWhileOthersHaveTheMemoryForReports() {
        var driven = measured();
        var view = fixture.view();
        try (var _ = memory.tryTake(Optional.empty()).orElseThrow()) {
            assertThat(take(view, driven))
                    .isEqualTo(StepOutcome.lookAgainAfter(ConcludeStep.WHILE_OTHERS_HAVE_THE_MEMORY));
        }

        assertThat(view.draft().build().perMember()).isEmpty();
        assertThat(conclude(driven).draft().build().resultsRef()).isNotNull();
    }

    @Test
    void visitOfASuiteLeavesItsDigest() throws Exception {
        var suite = new SuiteRef("lab", "grid", "suite-uid");
        var visited = new VisitMetadata("grid", VisitId.first(0, 1), Map.of("stack", "udp"));
        fixture.run.getMetadata().setOwnerReferences(List.of(suite.ownerReference()));
        fixture.run.getMetadata().setLabels(visited.labels(suite));
        fixture.run.getMetadata().setAnnotations(visited.annotations());
        var driven = fixture.driven(fixture.failed(1));
        fixture.keep(driven.repetition().evidence(driven.repetition().record(), Map.of()));

        conclude(driven);

        assertThat(fixture.results.digest(StepFixture.REF)).hasValueSatisfying(digest -> {
            assertThat(digest.visit()).isEqualTo(visited.visit());
            assertThat(digest.cell()).isEqualTo("stack=udp");
            assertThat(digest.outcome()).isEqualTo(VisitOutcome.FAILED);
            assertThat(digest.failure().orElseThrow().message()).contains("member-0 did not come up");
        });
    }

    @Test
    void runOfNoSuiteLeavesNoDigest() throws Exception {
        var driven = fixture.driven(fixture.failed(1));
        fixture.keep(driven.repetition().evidence(driven.repetition().record(), Map.of()));

        conclude(driven);

        assertThat(fixture.results.digest(StepFixture.REF)).isEmpty();
    }

    @Test
    void whatKubernetesSaysOfAPodThatNeverRanIsTheReason() {
        fixture.pods = List.of(fixture.pod(
                0,
                "containerStatuses: [{name: member, state: {waiting: {reason: ImagePullBackOff, message: no"
                        + " image}}}]"));
        var driven = fixture.driven(fixture.failed(1));
        fixture.keep(driven.repetition().evidence(driven.repetition().record(), Map.of()));
        var view = fixture.view();

        take(view, driven);

        assertThat(StepFixture.drafted(view, ConditionType.MEMBERS_READY).knownReason())
                .hasValue(ConditionReason.IMAGE_PULL_BACK_OFF);
    }

    @Test
    void evidenceThatWasRemovedEndsTheRunWithoutAResult() {
        var view = fixture.view();

        take(view, fixture.driven(fixture.failed(1)));

        assertThat(StepFixture.drafted(view, ConditionType.RESULTS_COLLECTED).knownReason())
                .hasValue(ConditionReason.EVIDENCE_LOST);
    }

    @Test
    void repetitionThatIsNotTheLastConcludesNothing() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, repetitions: 2");
        var view = fixture.view();

        take(view, fixture.driven(fixture.failed(1)));

        assertThat(view.draft().build().condition(ConditionType.FINISHED)).isEmpty();
    }

    /** A repetition that is over and whose evidence is stored. */
    private RunState.Driven measured() {
        var driven = fixture.driven(fixture.failed(1));
        fixture.keep(driven.repetition().evidence(driven.repetition().record(), Map.of()));
        return driven;
    }

    /** Takes the step until the run is over, with what it says written each time; gives what it says last. */
    private RunView conclude(RunState.Driven driven) {
        RunView said = fixture.view();
        take(said, driven);
        fixture.run.setStatus(said.draft().build());
        RunView last = fixture.view();
        take(last, driven);
        return last;
    }

    private RunStep.StepOutcome take(RunView view, RunState.Driven state) {
        var fullResult = new FullResult(fixture.results, new BookedResults(budget), isStored);
        return new ConcludeStep(fixture.results, fullResult, memory, fixture.clock).take(view, state);
    }
}
