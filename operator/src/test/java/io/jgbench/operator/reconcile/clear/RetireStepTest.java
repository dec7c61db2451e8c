package io.jgbench.operator.reconcile.clear;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.operator.kubernetes.DeletionByUid;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.kubernetes.VisitMetadata;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import io.jgbench.operator.reconcile.state.StatusAsRead;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetireStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private static final TimeToLive TWO_HOURS =
            new TimeToLive(Optional.of(Duration.ofHours(2)), Optional.of(Duration.ofHours(6)));

    private static final Duration NIGHT = Duration.ofHours(8);

    private static final SuiteRef SUITE = new SuiteRef("lab", "grid", "suite-uid");

    private static final RunState.Cleared CLEARED = RunState.Cleared.of(StatusAsRead.NOTHING);

    @Test
    void runStaysWhereNoTimeToLiveIsGiven() {
        assertThat(take()).isEqualTo(StepOutcome.done());
    }

    @Test
    void runIsDeletedWhenItsTimeToLiveHasPassed() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, retention: {ttlAfterFinished: 1h}");
        fixture.run.setStatus(fixture.view().draft().completed().build());
        fixture.api.client().resource(fixture.run).create();

        fixture.pass(Duration.ofMinutes(59));
        assertThat(take()).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofMinutes(1)));
        assertThat(fixture.api.names("benchmarkruns")).hasSize(1);

        fixture.pass(Duration.ofMinutes(1));
        assertThat(take()).isEqualTo(StepOutcome.done());
        assertThat(fixture.api.names("benchmarkruns")).isEmpty();
    }

    @Test
    void runThatDeclaresNoTimeToLiveHasTheOperators() {
        ends();

        assertThat(take(TWO_HOURS)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofHours(2)));

        fixture.pass(Duration.ofHours(2));
        take(TWO_HOURS);
        assertThat(fixture.api.names("benchmarkruns")).isEmpty();
    }

    @Test
    void runsOwnTimeToLiveCounts() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, retention: {ttlAfterFinished: 3h}");
        ends();

        assertThat(take(TWO_HOURS)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofHours(3)));
    }

    @Test
    void visitOfASuiteStaysAsLongAsTheSuiteSays() {
        var visit = VisitId.first(0, 1);
        fixture.run.getMetadata().setName(visit.runName(SUITE.name()));
        fixture.run.getMetadata().setLabels(new VisitMetadata(SUITE.name(), visit, Map.of()).labels(SUITE));
        fixture.run.getMetadata().setOwnerReferences(List.of(SUITE.ownerReference()));
        ends();
        fixture.pass(Duration.ofHours(3));

        assertThat(take(TWO_HOURS)).isEqualTo(StepOutcome.done());
        assertThat(fixture.api.names("benchmarkruns")).hasSize(1);
    }

    @Test
    void runThatOnlyNamesASuiteAsItsOwnerStaysNoLongerThanThePolicyAllows() {
        fixture.run.getMetadata().setOwnerReferences(List.of(SUITE.ownerReference()));
        ends();
        take(TWO_HOURS);
        fixture.pass(Duration.ofHours(3));

        assertThat(take(TWO_HOURS)).isEqualTo(StepOutcome.done());
        assertThat(fixture.api.names("benchmarkruns")).isEmpty();
    }

    @Test
    void runStaysNoLongerThanThePolicyAllowsWhateverItDeclares() {
        var longest = new TimeToLive(Optional.empty(), Optional.of(Duration.ofMinutes(10)));
        fixture.declare("members: 2, messages: 1, messageSize: 1k, retention: {ttlAfterFinished: 1h}");
        fixture.run.setStatus(fixture.view().draft().completed().build());
        assertThat(take(longest)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofMinutes(10)));

        fixture.declare("members: 2, messages: 1, messageSize: 1k");
        fixture.run.setStatus(fixture.view().draft().completed().build());
        assertThat(take(longest)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofMinutes(10)));

        fixture.declare("members: 2, messages: 1, messageSize: 1k, retention: {ttlAfterFinished: 1m}");
        fixture.run.setStatus(fixture.view().draft().completed().build());
        assertThat(take(longest)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofMinutes(1)));
    }

    /** An earlier API took it. */
    @Test
    void timeThatNobodyCanReadIsThePolicys() {
        var longest = new TimeToLive(Optional.empty(), Optional.of(Duration.ofMinutes(10)));
        fixture.declare(
                "members: 2, messages: 1, messageSize: 1k," + " retention: {ttlAfterFinished: 0000000000000000001h}");
        fixture.run.setStatus(fixture.view().draft().completed().build());

        assertThat(take(longest)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofMinutes(10)));
    }

    @Test
    void defaultIsHeldToThePolicyToo() {
        fixture.run.setStatus(fixture.view().draft().completed().build());

        assertThat(take(new TimeToLive(Optional.of(Duration.ofHours(2)), Optional.of(Duration.ofMinutes(10)))))
                .isEqualTo(StepOutcome.lookAgainAfter(Duration.ofMinutes(10)));
    }

    @Test
    void operatorThatEndedARunCountsFromThenWhateverBecomesOfTheWallClock() {
        ends();
        take(TWO_HOURS);
        fixture.pass(Duration.ofHours(1));

        assertThat(step(Clock.offset(fixture.clock, NIGHT), TWO_HOURS).take(fixture.view(), CLEARED))
                .as("it was set forward")
                .isEqualTo(StepOutcome.lookAgainAfter(Duration.ofHours(1)));
        assertThat(step(Clock.offset(fixture.clock, NIGHT.negated()), TWO_HOURS).take(fixture.view(), CLEARED))
                .as("it was set back")
                .isEqualTo(StepOutcome.lookAgainAfter(Duration.ofHours(1)));
    }

    @Test
    void anotherOperatorCountsARunsOwnTimeFromTheEndThatWasPublished() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, retention: {ttlAfterFinished: 2h}");
        ends();
        fixture.pass(Duration.ofHours(1));

        assertThat(take(TWO_HOURS)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofHours(1)));
    }

    @Test
    void runThatWasOverBeforeTheOperatorGaveItATimeIsDeletedAWeekAfterThisOneFirstSawItOver() {
        var month = new TimeToLive(Optional.of(Duration.ofDays(30)), Optional.empty());
        ends();
        fixture.pass(Duration.ofDays(40));

        assertThat(take(month)).isEqualTo(StepOutcome.lookAgainAfter(RetireStep.NOTICE));
        assertThat(fixture.api.names("benchmarkruns")).hasSize(1);

        fixture.pass(RetireStep.NOTICE);
        take(month);
        assertThat(fixture.api.names("benchmarkruns")).isEmpty();
    }

    @Test
    void anotherOperatorCountsTheTimeOfItsOwnFromTheEndThatWasPublishedWhereMoreThanAWeekIsLeft() {
        var month = new TimeToLive(Optional.of(Duration.ofDays(30)), Optional.empty());
        ends();
        fixture.pass(Duration.ofDays(20));

        assertThat(take(month)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofDays(10)));
    }

    @Test
    void runWhoseOperatorSleptWhileItWasUnderWayStaysFromItsEndOn() {
        fixture.run.setStatus(fixture.view()
                .draft()
                .condition(ConditionType.FINISHED, Status.TRUE, ConditionReason.COMPLETED, "As the test has it.")
                .endingAt(fixture.clock.instant().minus(NIGHT))
                .completed()
                .build());
        fixture.api.client().resource(fixture.run).create();

        assertThat(take(TWO_HOURS)).isEqualTo(StepOutcome.lookAgainAfter(Duration.ofHours(2)));
    }

    @Test
    void runThatWasOverInWhatIsTheFutureStaysNoLongerThanItsTime() {
        ends();

        assertThat(step(Clock.offset(fixture.clock, NIGHT.negated()), TWO_HOURS).take(fixture.view(), CLEARED))
                .isEqualTo(StepOutcome.lookAgainAfter(Duration.ofHours(2)));
    }

    private RetireStep step(Clock wallClock, TimeToLive timeToLive) {
        return new RetireStep(new DeletionByUid(fixture.api.client()), wallClock, fixture::nowEpochNanos, timeToLive);
    }

    private void ends() {
        fixture.run.setStatus(fixture.view().draft().completed().build());
        fixture.api.client().resource(fixture.run).create();
    }

    private RunStep.StepOutcome take() {
        return take(new TimeToLive(Optional.empty(), Optional.empty()));
    }

    private RunStep.StepOutcome take(TimeToLive timeToLive) {
        return step(fixture.clock, timeToLive).take(fixture.view(), fixture.is(CLEARED));
    }
}
