package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.reconcile.RunStep.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SuspendStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void suspendedRunWaitsForNothingAndReservesNothing() {
        fixture.declare("members: 2, messages: 1, messageSize: 1k, suspend: true");
        var waiting = fixture.is(fixture.waiting().awaits(RunState.Awaited.What.NODES, StepFixture.BEGIN));
        var view = fixture.view();

        assertThat(new SuspendStep().take(view, waiting)).isEqualTo(Outcome.done());

        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).knownReason())
                .hasValue(ConditionReason.SUSPENDED);
        assertThat(StepFixture.drafted(view, ConditionType.SUCCEEDED).knownReason())
                .hasValue(ConditionReason.SUSPENDED);
        assertThat(((RunState.Waiting) fixture.session.state()).awaited()).isEmpty();
    }

    @Test
    void otherRunsGoOn() {
        assertThat(new SuspendStep().take(fixture.view(), fixture.waiting())).isEqualTo(Outcome.proceed());
    }
}
