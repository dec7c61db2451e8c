package io.jgbench.coordination.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.suite.SuiteAction.KeepDigest;
import io.jgbench.coordination.suite.SuiteAction.StartVisit;
import io.jgbench.coordination.suite.VisitObservation.Absent;
import io.jgbench.coordination.suite.VisitObservation.Ended;
import io.jgbench.coordination.suite.VisitObservation.Kept;
import io.jgbench.coordination.suite.VisitObservation.UnderWay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SuiteMachineTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final String SEQUENTIAL = ", order: Sequential";

    @Test
    void visitIsStartedKeptAndCounted() {
        SuiteSpec spec = SuiteFixture.suite(1, 1, 0, "");

        SuiteStep started = SuiteMachine.step(spec, SuiteStatus.pending(), new Absent(), 5);
        assertThat(started.actions()).containsExactly(new StartVisit(VisitId.first(0, 1), "lab-c1-r1"));
        assertThat(started.status().phase()).isEqualTo(SuitePhase.RUNNING);
        assertThat(started.status().currentSinceEpochNanos()).isEqualTo(5);

        assertThat(SuiteMachine.step(spec, started.status(), new UnderWay(), 6))
                .isEqualTo(new SuiteStep(started.status(), List.of()));

        SuiteStep over = SuiteMachine.step(spec, started.status(), new Ended(), 7);
        assertThat(over.actions()).containsExactly(new KeepDigest(VisitId.first(0, 1), "lab-c1-r1"));

        SuiteStep kept = SuiteMachine.step(spec, over.status(), new Kept(VisitOutcome.VALID, MINUTE), 8);
        assertThat(kept.actions()).isEmpty();
        assertThat(kept.status().phase()).isEqualTo(SuitePhase.COMPLETED);
        assertThat(kept.status().visits())
                .containsExactly(new VisitRecord(VisitId.first(0, 1), VisitOutcome.VALID, MINUTE));
    }

    @Test
    void runThatIsGoneIsMadeAgain() {
        SuiteSpec spec = SuiteFixture.suite(2, 2, 0, "");
        SuiteStatus status =
                SuiteMachine.step(spec, SuiteStatus.pending(), new Absent(), 0).status();

        SuiteStep again = SuiteMachine.step(spec, status, new Absent(), 1);

        assertThat(again.status()).isEqualTo(status);
        assertThat(again.actions()).singleElement().isInstanceOf(StartVisit.class);
    }

    @Test
    void visitOfARoundThatTheSuiteDoesNotHaveAnyMoreIsNotMadeAgain() {
        SuiteSpec two = SuiteFixture.suite(1, 2, 0, "");
        SuiteStatus inRoundTwo = SuiteMachine.step(
                        two,
                        SuiteMachine.step(two, SuiteStatus.pending(), new Absent(), 0)
                                .status(),
                        new Kept(VisitOutcome.VALID, MINUTE),
                        1)
                .status();

        SuiteStep step = SuiteMachine.step(SuiteFixture.suite(1, 1, 0, ""), inRoundTwo, new Absent(), 2);

        assertThat(inRoundTwo.current()).contains(VisitId.first(0, 2));
        assertThat(step.actions()).isEmpty();
        assertThat(step.status().phase()).isEqualTo(SuitePhase.COMPLETED);
    }

    @Test
    void invalidVisitIsRepeatedAtTheEndOfItsRoundAndNoMoreOftenThanAllowed() {
        SuiteSpec spec = SuiteFixture.suite(2, 2, 2, "");
        VisitId bad = new VisitOrder(spec).block(0).getFirst();
        VisitId other = new VisitOrder(spec).block(0).getLast();

        List<VisitId> made = visits(
                spec,
                visit -> visit.cell() == bad.cell() && visit.round() == 1 ? VisitOutcome.FAILED : VisitOutcome.VALID);

        assertThat(made.subList(0, 4))
                .containsExactly(bad, other, bad.again(), bad.again().again());
        assertThat(made).hasSize(6);
    }

    @Test
    void sequentialSuiteMeasuresOneCellAfterTheOther() {
        SuiteSpec spec = SuiteFixture.suite(2, 2, 1, SEQUENTIAL);

        List<VisitId> made =
                visits(spec, visit -> visit.equals(VisitId.first(0, 1)) ? VisitOutcome.INVALID : VisitOutcome.VALID);

        assertThat(made)
                .containsExactly(
                        VisitId.first(0, 1),
                        VisitId.first(0, 2),
                        new VisitId(0, 1, 2),
                        VisitId.first(1, 1),
                        VisitId.first(1, 2));
    }

    @Test
    void budgetLetsNoVisitBeginThatWouldProbablyExceedIt() {
        SuiteSpec spec = SuiteFixture.suite(3, 10, 0, ", budget: 5m");

        List<VisitId> made = visits(spec, visit -> VisitOutcome.VALID);

        assertThat(made).hasSize(5);
    }

    @Test
    void suiteGoesOnWithALargerBudgetAndMoreRounds() {
        SuiteSpec small = SuiteFixture.suite(2, 1, 0, "");
        SuiteStatus status = ran(small, SuiteStatus.pending(), visit -> VisitOutcome.VALID);
        SuiteSpec more = SuiteFixture.suite(2, 3, 0, ", budget: 5m");

        status = ran(more, status, visit -> VisitOutcome.VALID);
        assertThat(status.phase()).isEqualTo(SuitePhase.BUDGET_SPENT);
        assertThat(status.visits()).hasSize(5);

        status = ran(SuiteFixture.suite(2, 3, 0, ", budget: 1h"), status, visit -> VisitOutcome.VALID);
        assertThat(status.phase()).isEqualTo(SuitePhase.COMPLETED);
        assertThat(status.visits()).hasSize(6);
    }

    @Test
    void suspendedSuiteEndsTheVisitThatIsUnderWayAndBeginsNoOther() {
        SuiteSpec spec = SuiteFixture.suite(2, 1, 0, "");
        SuiteSpec suspended = SuiteFixture.suite(2, 1, 0, ", suspend: true");
        SuiteStatus status =
                SuiteMachine.step(spec, SuiteStatus.pending(), new Absent(), 0).status();

        SuiteStep step = SuiteMachine.step(suspended, status, new Kept(VisitOutcome.VALID, MINUTE), 1);

        assertThat(step.status().phase()).isEqualTo(SuitePhase.SUSPENDED);
        assertThat(step.status().visits()).hasSize(1);
        assertThat(step.actions()).isEmpty();
        assertThat(SuiteMachine.step(spec, step.status(), new Absent(), 2).actions())
                .hasSize(1);
    }

    @Test
    void suspendedSuiteDoesNotMakeTheVisitAgainWhoseRunIsGoneUntilItIsResumed() {
        SuiteSpec spec = SuiteFixture.suite(2, 1, 0, "");
        SuiteSpec suspended = SuiteFixture.suite(2, 1, 0, ", suspend: true");
        SuiteStep begun = SuiteMachine.step(spec, SuiteStatus.pending(), new Absent(), 0);

        SuiteStep gone = SuiteMachine.step(suspended, begun.status(), new Absent(), 1);

        assertThat(gone.actions()).isEmpty();
        assertThat(gone.status().phase()).isEqualTo(SuitePhase.SUSPENDED);
        assertThat(gone.status().current()).isEmpty();
        assertThat(SuiteMachine.step(spec, gone.status(), new Absent(), 2).actions())
                .isEqualTo(begun.actions());
    }

    @Test
    void suiteThatHasSpentItsBudgetIsOverThoughItIsSuspended() {
        SuiteStatus status =
                ran(SuiteFixture.suite(2, 3, 0, ", budget: 5m"), SuiteStatus.pending(), visit -> VisitOutcome.VALID);

        SuiteStep step =
                SuiteMachine.step(SuiteFixture.suite(2, 3, 0, ", budget: 5m, suspend: true"), status, new Absent(), 1);

        assertThat(step.status().phase()).isEqualTo(SuitePhase.BUDGET_SPENT);
    }

    @Test
    void progressSaysWhatIsLeft() {
        SuiteSpec spec = SuiteFixture.suite(2, 3, 0, "");
        assertThat(SuiteProgress.of(spec, SuiteStatus.pending()).timeLeft()).isEmpty();

        SuiteStatus status = new SuiteStatus(
                SuiteStatus.SCHEMA_VERSION,
                SuitePhase.RUNNING,
                Optional.empty(),
                0,
                List.of(
                        new VisitRecord(VisitId.first(0, 1), VisitOutcome.VALID, MINUTE),
                        new VisitRecord(VisitId.first(1, 1), VisitOutcome.FAILED, 3 * MINUTE)));

        var progress = SuiteProgress.of(spec, status);
        assertThat(progress.done()).isEqualTo(2);
        assertThat(progress.planned()).isEqualTo(6);
        assertThat(progress.timeLeft()).contains(Duration.ofMinutes(8));
    }

    /** All visits that are made when each takes a minute. */
    private static List<VisitId> visits(SuiteSpec spec, Function<VisitId, VisitOutcome> outcome) {
        return ran(spec, SuiteStatus.pending(), outcome).visits().stream()
                .map(VisitRecord::visit)
                .toList();
    }

    private static SuiteStatus ran(SuiteSpec spec, SuiteStatus from, Function<VisitId, VisitOutcome> outcome) {
        List<VisitId> started = new ArrayList<>();
        SuiteStep step = SuiteMachine.step(spec, from, new Absent(), 0);
        while (!step.status().phase().isOver()) {
            VisitId current = step.status().current().orElseThrow();
            started.add(current);
            step = SuiteMachine.step(spec, step.status(), new Kept(outcome.apply(current), MINUTE), 0);
        }
        assertThat(started).doesNotHaveDuplicates();
        return step.status();
    }
}
