package io.jgbench.operator.reconcile.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultBudget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriveStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void stepOfTheMachineIsStoredBeforeItIsAccepted() throws Exception {
        var driven = fixture.driven();

        take(fixture.view(), driven);

        assertThat(fixture.records.load(StepFixture.REF).orElseThrow().status().phase())
                .isEqualTo(RunPhase.STARTING);
        assertThat(driven.repetition().record().status().phase()).isEqualTo(RunPhase.STARTING);
        awaitPods();
    }

    @Test
    void decisionThatCannotBeStoredIsNotTaken() {
        var driven = fixture.driven();
        fixture.api.refuse("configmaps");

        assertThat(catchThrowable(() -> take(fixture.view(), driven))).isNotNull();

        assertThat(driven.repetition().record().status().phase()).isEqualTo(RunPhase.PENDING);
    }

    @Test
    void whatARepetitionLeftBehindIsKeptWhenItsOutcomeStands() {
        var driven = fixture.driven(fixture.started(1));
        fixture.pass(Duration.ofMinutes(3));

        for (int i = 0; i < 100 && driven.repetition().record().completionTime().isEmpty(); i++) {
            fixture.pass(Duration.ofSeconds(10));
            take(fixture.view(), (RunState.Led) fixture.session.state());
        }

        assertThat(driven.repetition().record().status().failure()).isPresent();
        assertThat(fixture.api.names("configmaps")).anyMatch(name -> name.contains("-1-evidence-"));
    }

    @ParameterizedTest
    @CsvSource({"APPLY_FAILED, true", "RESTORE_FAILED, true", "BUSY, false"})
    void recordOfARepetitionThatFailedSaysWhetherAHostCannotBeTuned(String outcome, boolean isUntuned)
            throws Exception {
        fixture.pods = List.of(fixture.tunedPod(
                0, "Pending", "state: {waiting: {reason: CrashLoopBackOff}}, lastState: " + StepFixture.end(outcome)));
        var driven = fixture.driven(fixture.started(1));

        for (int i = 0; i < 100 && driven.repetition().record().completionTime().isEmpty(); i++) {
            fixture.pass(Duration.ofSeconds(10));
            take(fixture.view(), (RunState.Led) fixture.session.state());
        }

        assertThat(fixture.records.load(StepFixture.REF).orElseThrow().untuned())
                .isEqualTo(isUntuned);
    }

    @Test
    void recordOfARepetitionThatIsOverSaysWhosePodsWereNeverMade() throws Exception {
        fixture.api.refuse("pods");
        var driven = fixture.driven();
        take(fixture.view(), driven);
        await().until(() -> driven.repetition().neverLaunched().size() == 2);
        assertThat(fixture.records.load(StepFixture.REF).orElseThrow().neverLaunched())
                .as("more may be asked for")
                .isEmpty();

        for (int i = 0; i < 100 && driven.repetition().record().completionTime().isEmpty(); i++) {
            fixture.pass(Duration.ofMinutes(1));
            take(fixture.view(), (RunState.Led) fixture.session.state());
        }

        assertThat(fixture.records.load(StepFixture.REF).orElseThrow().neverLaunched())
                .containsExactlyInAnyOrder("member-0", "member-1");
    }

    @Test
    void whatWasMeasuredStaysInMemoryWhereItIsRefused() {
        var driven = fixture.driven(fixture.stalled(1));
        fixture.api.refuse("configmaps");

        for (int i = 0; i < 100 && driven.repetition().record().completionTime().isEmpty(); i++) {
            fixture.pass(Duration.ofSeconds(10));
            take(fixture.view(), (RunState.Led) fixture.session.state());
        }

        assertThat(driven.repetition().record().completionTime()).isPresent();
        assertThat(fixture.api.names("configmaps")).isEmpty();
        assertThat(fixture.session.unstored().evidence())
                .containsOnlyKeys(driven.repetition().record().plan().id());
    }

    @Test
    void whatTakesMoreThanTheBudgetStaysInMemory() {
        var driven = fixture.driven(fixture.stalled(1));

        for (int i = 0; i < 100 && driven.repetition().record().completionTime().isEmpty(); i++) {
            fixture.pass(Duration.ofSeconds(10));
            take(fixture.view(), (RunState.Led) fixture.session.state(), new ResultBudget(100, 100));
        }

        assertThat(driven.repetition().record().completionTime()).isPresent();
        assertThat(fixture.api.names("configmaps")).noneMatch(name -> name.contains("evidence"));
        assertThat(fixture.session.unstored().evidence())
                .containsOnlyKeys(driven.repetition().record().plan().id());
    }

    @Test
    void whatWasRefusedIsStoredWithTheNextDecision() {
        var first = fixture.failed(1);
        var evidence = fixture.driven(first).repetition().evidence(first, Map.of());
        fixture.session.unstored().evidence().put(evidence.runId(), evidence);
        var driven = fixture.driven();

        take(fixture.view(), driven);

        assertThat(driven.repetition().record().status().phase()).isEqualTo(RunPhase.STARTING);
        assertThat(fixture.api.names("configmaps")).anyMatch(name -> name.contains("-1-evidence-"));
        assertThat(fixture.session.unstored().evidence()).isEmpty();
        awaitPods();
    }

    @Test
    void runThatIsCancelledFailsAndNoRepetitionFollows() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, repetitions: 3, cancel: true");
        var driven = fixture.driven(fixture.started(1));

        take(fixture.view(), driven);

        var failure = driven.repetition().record().status().failure().orElseThrow();
        assertThat(failure.reason()).isEqualTo(FailureReason.CANCELLED);
        assertThat(failure.message()).isEqualTo("the run was cancelled: spec.cancel is true");
        assertThat(driven.repetition().record().endsTheRun()).isTrue();
    }

    @Test
    void carrierIsToldAlsoByAnOperatorThatTakesOver() {
        var view = fixture.view();

        take(view, fixture.driven());

        assertThat(view.draft().build().stack()).isEqualTo("udp");
        assertThat(view.draft().build().condition(ConditionType.TUNING_VERIFIED))
                .isEmpty();
        awaitPods();
    }

    private void take(RunView view, RunState.Led state) {
        take(view, state, ResultBudget.DEFAULT);
    }

    private void take(RunView view, RunState.Led state, ResultBudget budget) {
        var step = new DriveStep(
                fixture.records, fixture.results, budget, ReportMemory.ofProcess(), fixture::nowEpochNanos);
        assertThat(step.take(view, state)).isEqualTo(StepOutcome.proceed());
    }

    /** They are made in the background; what is under way when the client is closed would complain. */
    private void awaitPods() {
        await().until(() -> fixture.api.names("pods").size() == 2);
    }
}
