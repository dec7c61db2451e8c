package io.jgbench.operator.reconcile.clear;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.reconcile.StepFixture;
import java.util.Map;
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
        var other = fixture.view();
        new NodesFreedStep().take(other, fixture.cleared());
        assertThat(other.draft().build().condition(ConditionType.NODES_RESERVED))
                .isEmpty();

        fixture.stands(Map.of(ConditionType.NODES_RESERVED, Status.TRUE));
        var view = fixture.view();
        new NodesFreedStep().take(view, fixture.cleared());
        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED))
                .satisfies(condition -> assertThat(condition.knownReason()).hasValue(ConditionReason.RELEASED))
                .satisfies(
                        condition -> assertThat(condition.message()).isEqualTo("The run is over; its nodes are free."));
    }

    @Test
    void nodesThatAreNotRestoredAreNotSaidToBeFree() {
        fixture.stands(Map.of(ConditionType.NODES_RESERVED, Status.TRUE));
        fixture.stands(Map.of(ConditionType.TUNING_VERIFIED, Status.FALSE), ConditionReason.RESTORE_UNCONFIRMED);
        var view = fixture.view();

        new NodesFreedStep().take(view, fixture.cleared());

        assertThat(StepFixture.drafted(view, ConditionType.NODES_RESERVED).message())
                .contains("but for those that are not restored");
    }
}
