package io.jgbench.operator.reconcile.begin;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunStep.StepOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CancelStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void runThatIsCancelledBeforeItBeginsIsOver() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, suspend: true, cancel: true");
        var view = fixture.view();

        assertThat(new CancelStep().take(view, fixture.waiting())).isInstanceOf(StepOutcome.Done.class);

        assertThat(StepFixture.drafted(view, ConditionType.FINISHED).knownReason())
                .hasValue(ConditionReason.CANCELLED);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).message())
                .isEqualTo("The run was cancelled before it began.");
        assertThat(StepFixture.drafted(view, ConditionType.RESULTS_COLLECTED).knownReason())
                .hasValue(ConditionReason.NEVER_BEGUN);
    }

    @Test
    void otherRunsGoOn() {
        assertThat(new CancelStep().take(fixture.view(), fixture.waiting())).isEqualTo(StepOutcome.proceed());
    }
}
