package io.jgbench.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.operator.reconcile.RunStep.Outcome;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FinishStepTest {
    private final StepFixture fixture = new StepFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void runWhoseOutcomeStandsGivesItsNodesBackAndForgetsItsRecord() {
        fixture.leases.take(StepFixture.REF, List.of("node-0"));
        fixture.records.save(StepFixture.REF, fixture.failed(1));
        var view = fixture.view();

        assertThat(new FinishStep(fixture.cleanup).take(view, fixture.concluded(fixture.failed(1))))
                .isInstanceOf(Outcome.Done.class);

        assertThat(fixture.api.names("leases")).isEmpty();
        assertThat(fixture.api.names("configmaps")).isEmpty();
        assertThat(fixture.api.names("secrets")).isEmpty();
        assertThat(fixture.session.state()).isEqualTo(new RunState.Cleared(true));
        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).knownReason())
                .hasValue(ConditionReason.RELEASED);
    }
}
