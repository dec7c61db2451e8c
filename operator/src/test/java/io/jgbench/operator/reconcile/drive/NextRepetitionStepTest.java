package io.jgbench.operator.reconcile.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.clear.EndPodsStep;
import io.jgbench.operator.reconcile.end.ConcludeStep;
import io.jgbench.operator.reconcile.state.RepetitionIds;
import io.jgbench.operator.reconcile.state.RunState;
import io.jgbench.operator.reconcile.state.RunStep;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NextRepetitionStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void nextRepetitionBeginsWithARecordCredentialsAndMembersOfItsOwn() throws Exception {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, repetitions: 2");

        assertThat(take(fixture.driven(fixture.failed(1)))).isInstanceOf(StepOutcome.Done.class);

        var next = (RunState.Driven) fixture.session.state();
        assertThat(next.repetition().record().repetition()).isEqualTo(2);
        assertThat(fixture.records.load(StepFixture.REF).orElseThrow().repetition())
                .isEqualTo(2);
        assertThat(fixture.api.names("secrets")).contains(RepetitionIds.of(StepFixture.REF, 2));
        assertThat(fixture.woken).containsExactly(StepFixture.REF);
    }

    @Test
    void lastRepetitionWaitsUntilTheOutcomeStands() {
        var last = fixture.driven(fixture.failed(1));

        assertThat(take(last)).isEqualTo(StepOutcome.lookAgainAfter(EndPodsStep.AGAIN));

        assertThat(fixture.session.state()).isSameAs(last);
    }

    @Test
    void noneFollowsOneWhoseHostsCannotBeTunedAsItWouldCutThemOffAgain() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, repetitions: 100");
        var untuned = fixture.driven(fixture.failed(1).untuning());

        assertThat(take(untuned)).isEqualTo(StepOutcome.lookAgainAfter(EndPodsStep.AGAIN));

        assertThat(fixture.session.state()).isSameAs(untuned);
        assertThat(ConcludeStep.isDue(untuned.repetition().record())).isTrue();
    }

    private RunStep.StepOutcome take(RunState.Driven state) {
        return new NextRepetitionStep(fixture.records, fixture.liveRuns, fixture.woken::add)
                .take(fixture.view(), state);
    }
}
