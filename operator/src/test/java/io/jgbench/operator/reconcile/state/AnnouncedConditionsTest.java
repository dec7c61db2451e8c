package io.jgbench.operator.reconcile.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.StatusCondition;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.operator.reconcile.StepFixture;
import io.jgbench.operator.status.StatusDraft;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnnouncedConditionsTest {
    private final AnnouncedConditions announced = new AnnouncedConditions();

    @Test
    void conditionThatCannotBeWrittenIsNewsOnce() {
        assertThat(announced.unknown(List.of(valid(Status.TRUE)))).hasSize(1);
        assertThat(announced.unknown(List.of(valid(Status.TRUE)))).isEmpty();
    }

    @Test
    void conditionThatComesBackIsNewsAgain() {
        assertThat(announced.unknown(List.of(valid(Status.TRUE)))).hasSize(1);
        assertThat(announced.unknown(List.of(valid(Status.FALSE)))).hasSize(1);
        assertThat(announced.unknown(List.of(valid(Status.TRUE)))).hasSize(1);
    }

    private static StatusCondition valid(Status status) {
        return new StatusDraft(null, 1L, StepFixture.BEGIN)
                .condition(ConditionType.VALID, status, ConditionReason.PASSED, "As the test has it.")
                .build()
                .condition(ConditionType.VALID)
                .orElseThrow();
    }
}
