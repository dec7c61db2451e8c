package io.jgbench.operator.reconcile.end;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.coordination.protocol.LongText;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.status.StatusOf;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.Views;
import io.jgbench.operator.reconcile.WholeEvidence;
import io.jgbench.operator.reconcile.state.Backoff;
import io.jgbench.operator.reconcile.state.PodTermination;
import io.jgbench.operator.reconcile.state.ReconcileFailure;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunView;
import io.jgbench.operator.reconcile.state.Session;
import io.jgbench.report.RunEnding;
import io.jgbench.report.stored.StoredResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GiveUpStepTest {
    private static final RunRef RUN = new RunRef("namespace", "run", "uid");
    private static final Map<ConditionType, Status> HAS_NODES = Map.of(ConditionType.NODES_RESERVED, Status.TRUE);
    private static final ReconcileFailure REFUSED =
            new ReconcileFailure(ConditionReason.API_REFUSED, "exceeded quota: none");

    private final Session session = new Session();
    private long nowEpochNanos = 1_800_000_000_000_000_000L;

    @Test
    void aRunThatCannotBeGoneOnWithForFiveMinutesIsGivenUp() {
        fail(Optional.of(REFUSED));
        nowEpochNanos += GiveUpStep.PATIENCE.toNanos();
        fail(Optional.empty());
        fail(Optional.of(REFUSED));

        var run = Views.written(take(HAS_NODES));

        assertThat(run.isTrue(ConditionType.FINISHED)).isTrue();
        assertThat(run.hasReason(ConditionType.RESULTS_COLLECTED, ConditionReason.API_REFUSED))
                .isTrue();
        assertThat(run.condition(ConditionType.SUCCEEDED).orElseThrow().message())
                .isEqualTo("Given up after 5 minutes. exceeded quota: none");
        assertThat(session.state()).isEqualTo(new RunState.Unseen(true, false));
    }

    @Test
    void figuresThatStandStayWhenARunIsGivenUp() {
        fail(Optional.of(REFUSED));
        nowEpochNanos += GiveUpStep.PATIENCE.toNanos();

        var run = Views.written(take(Map.of(
                ConditionType.NODES_RESERVED,
                Status.TRUE,
                ConditionType.RESULTS_COLLECTED,
                Status.TRUE,
                ConditionType.VALID,
                Status.TRUE)));

        assertThat(run.isTrue(ConditionType.FINISHED)).isTrue();
        assertThat(run.isTrue(ConditionType.SUCCEEDED)).isTrue();
        assertThat(run.isTrue(ConditionType.VALID)).isTrue();
        assertThat(run.condition(ConditionType.RESULTS_STORED).orElseThrow().message())
                .contains("exceeded quota: none");
    }

    @Test
    void aRunWithoutNodesIsInNobodysWayAndGoesOnWaiting() {
        fail(Optional.of(REFUSED));
        nowEpochNanos += GiveUpStep.PATIENCE.toNanos();

        assertThat(isGivenUp(Map.of())).isFalse();
    }

    @Test
    void timeCountsAnewOnceTheRunWasGoneOnWith() {
        fail(Optional.of(REFUSED));
        nowEpochNanos += GiveUpStep.PATIENCE.toNanos() - 1;
        assertThat(isGivenUp(HAS_NODES)).isFalse();
        session.backoff(session.backoff().tryAgain());
        session.backoff(session.backoff().tryAgain());
        fail(Optional.of(REFUSED));
        nowEpochNanos += 1;

        assertThat(isGivenUp(HAS_NODES)).isFalse();
    }

    @Test
    void membersOfARunThatIsGivenUpAreLetGoOnceThatStands() {
        try (var fixture = new StepFixture()) {
            var driven = fixture.driven();
            fixture.session.backoff(Backoff.NONE.fail(Optional.of(REFUSED), fixture.nowEpochNanos()));
            fixture.pass(GiveUpStep.PATIENCE);
            var step = new GiveUpStep(fixture.earlyEnd, fixture.fullResult, fixture::nowEpochNanos);
            step.take(fixture.view(), driven);
            RunState givenUp = fixture.session.state();
            assertThat(givenUp).isEqualTo(driven.giveUp(REFUSED));

            var again = fixture.view();
            step.take(again, givenUp);
            assertThat(StepFixture.drafted(again, ConditionType.FINISHED).status())
                    .as("said again, as it may not have been written")
                    .isEqualTo(Status.TRUE);
            assertThat(fixture.registry.find("jgbench.member.received").meters())
                    .isNotEmpty();

            fixture.stands(Map.of(ConditionType.FINISHED, Status.TRUE, ConditionType.NODES_RESERVED, Status.TRUE));
            fixture.session.become(givenUp, givenUp.seeing(fixture.view().published()));
            assertThat(fixture.session.state()).isEqualTo(new RunState.Abandoned(PodTermination.NOT_YET));
            assertThat(fixture.registry.find("jgbench.member.received").meters())
                    .isEmpty();
        }
    }

    @Test
    void repetitionsThatAreMeasuredStayWhenALaterOneIsRefused() {
        try (var fixture = new StepFixture()) {
            fixture.declare("members: 2, messages: 1, messageSize: 1k, repetitions: 2");
            var first = fixture.failed(1);
            var driven = fixture.driven(first);
            fixture.keep(driven.repetition().evidence(first, Map.of()));
            fixture.session.backoff(Backoff.NONE.fail(Optional.of(REFUSED), fixture.nowEpochNanos()));
            fixture.pass(GiveUpStep.PATIENCE);
            fixture.api.refuse("configmaps");
            var step = new GiveUpStep(fixture.earlyEnd, fixture.fullResult, fixture::nowEpochNanos);

            for (int look = 0; look < 2; look++) {
                var view = fixture.view();
                step.take(view, fixture.session.state());

                var run = Views.written(view);
                assertThat(run.isTrue(ConditionType.FINISHED)).isTrue();
                assertThat(run.getStatus().perMember()).hasSize(2);
                var succeeded = run.condition(ConditionType.SUCCEEDED).orElseThrow();
                assertThat(succeeded.status()).isEqualTo(Status.FALSE);
                assertThat(succeeded.knownReason()).hasValue(ConditionReason.FAILED);
                assertThat(succeeded.message())
                        .isEqualTo("1 of 2 repetitions are over. Given up after 5 minutes. exceeded quota: none");
                assertThat(run.hasReason(ConditionType.RESULTS_STORED, ConditionReason.RESULTS_NOT_STORED))
                        .isTrue();
            }
        }
    }

    @Test
    void fullResultOfTheRepetitionsThatAreMeasuredIsStoredWhereItIsNotRefused() {
        try (var fixture = new StepFixture()) {
            fixture.declare("members: 2, messages: 1, messageSize: 1k, repetitions: 3");
            var first = fixture.failed(1);
            fixture.keep(fixture.driven(first).repetition().evidence(first, Map.of()));
            var second = fixture.driven(fixture.started(2));
            fixture.session.backoff(Backoff.NONE.fail(Optional.of(REFUSED), fixture.nowEpochNanos()));
            fixture.pass(GiveUpStep.PATIENCE);
            var view = fixture.view();

            new GiveUpStep(fixture.earlyEnd, fixture.fullResult, fixture::nowEpochNanos).take(view, second);

            assertThat(view.draft().build().resultsRef()).isNotNull();
        }
    }

    @Test
    void storedResultSaysThatARepetitionIsMissingThoughThoseThatAreMeasuredAreValid() throws Exception {
        try (var fixture = new StepFixture()) {
            fixture.declare("members: 2, messages: 1000, messageSize: 1k, repetitions: 3");
            fixture.keep(WholeEvidence.of(fixture.begun(1)));
            var second = fixture.driven(fixture.started(2));
            fixture.session.backoff(Backoff.NONE.fail(Optional.of(REFUSED), fixture.nowEpochNanos()));
            fixture.pass(GiveUpStep.PATIENCE);
            var view = fixture.view();

            new GiveUpStep(fixture.earlyEnd, fixture.fullResult, fixture::nowEpochNanos).take(view, second);

            RepetitionsResult stored = StoredResult.repetitions(
                    "the test", fixture.results.openResult(StepFixture.REF).orElseThrow(), LongText::of);
            assertThat(stored.runs()).extracting(RunResult::valid).containsExactly(true, false);
            assertThat(stored.completed()).isFalse();
            assertThat(RunEnding.of(stored).kind()).isEqualTo(RunEnding.Kind.FAILED);
            var copied = StatusOf.status(stored, StepFixture.BEGIN);
            var run = Views.written(view);
            for (var type : List.of(ConditionType.VALID, ConditionType.SUCCEEDED)) {
                assertThat(run.condition(type).orElseThrow())
                        .matches(condition ->
                                condition.agreesWith(copied.condition(type).orElseThrow()))
                        .matches(condition -> condition.status() == Status.FALSE)
                        .satisfies(condition -> assertThat(condition.message())
                                .isEqualTo("1 of 3 repetitions are over. Given up after 5 minutes. exceeded quota:"
                                        + " none"));
            }
            assertThat(run.hasReason(ConditionType.RESULTS_COLLECTED, ConditionReason.API_REFUSED))
                    .isTrue();
            assertThat(run.getStatus().summary())
                    .as("of the repetition that is valid")
                    .isNotNull();
        }
    }

    private void fail(Optional<ReconcileFailure> failure) {
        session.backoff(session.backoff().tryAgain());
        session.backoff(session.backoff().fail(failure, nowEpochNanos));
    }

    private boolean isGivenUp(Map<ConditionType, Status> conditions) {
        return Views.written(take(conditions)).isTrue(ConditionType.FINISHED);
    }

    private RunView take(Map<ConditionType, Status> conditions) {
        var view = Views.of(RUN, session, conditions);
        try (var fixture = new StepFixture()) {
            new GiveUpStep(fixture.earlyEnd, fixture.fullResult, () -> nowEpochNanos).take(view, session.state());
        }
        return view;
    }
}
