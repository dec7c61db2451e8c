package io.jgbench.operator.reconcile.clear;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.reconcile.state.RunState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodesFreedStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void nodesThatTheStatusStillNamesAreSaidToBeFree() {
        var view = fixture.view();
        new NodesFreedStep().take(view, fixture.is(new RunState.Cleared(true)));
        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).knownReason())
                .hasValue(ConditionReason.RELEASED);

        var other = fixture.view();
        new NodesFreedStep().take(other, fixture.is(new RunState.Cleared(false)));
        assertThat(other.draft().build().condition(ConditionType.NODES_RESERVED))
                .isEmpty();
    }
}
