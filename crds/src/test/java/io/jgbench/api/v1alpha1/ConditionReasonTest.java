package io.jgbench.api.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.jgbench.api.schema.ApiField;
import io.jgbench.api.v1alpha1.StatusCondition.Status;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConditionReasonTest {
    @ParameterizedTest
    @EnumSource
    void reasonIsAWordThatAStatusCanHoldAndIsFoundAgainByIt(ConditionReason reason) {
        assertThat(reason.label())
                .matches("[A-Za-z]([A-Za-z0-9_]*[A-Za-z0-9_])?")
                .hasSizeLessThanOrEqualTo(63);
        assertThat(ReasonWord.of(reason.label())).isSameAs(reason);
    }

    @Test
    void wordOfKubernetesStaysAsItIs() {
        assertThat(ReasonWord.of("CreateContainerConfigError").label()).isEqualTo("CreateContainerConfigError");
        assertThat(ConditionReason.of("CreateContainerConfigError")).isEmpty();
    }

    @Test
    void eachStageOfARunIsNewsAndWhatAConditionBeginsWithIsNot() {
        assertThat(condition(ConditionType.SUCCEEDED, Status.UNKNOWN, ConditionReason.STARTING))
                .matches(StatusCondition::tellsNews);
        assertThat(condition(ConditionType.MEMBERS_READY, Status.FALSE, ConditionReason.STARTING))
                .matches(condition -> !condition.tellsNews());
        assertThat(beginnings())
                .isEqualTo(List.of(
                        "ViewIncomplete",
                        "WarmingUp",
                        "NotReleased",
                        "NeverBegun",
                        "NotBegun",
                        "UnderWay",
                        "Starting",
                        "Storing"));
    }

    private static List<String> beginnings() {
        return Arrays.stream(ConditionReason.values())
                .filter(reason -> !reason.isNews())
                .map(ConditionReason::label)
                .toList();
    }

    @Test
    void conditionThatIsFalseWarnsUnlessAllIsInOrder() {
        assertThat(condition(ConditionType.MEMBERS_READY, Status.FALSE, ReasonWord.of("Unheard")))
                .matches(StatusCondition::warns);
        assertThat(condition(ConditionType.NODES_RESERVED, Status.FALSE, ConditionReason.RELEASED))
                .matches(condition -> !condition.warns());
        assertThat(condition(ConditionType.MEMBERS_READY, Status.FALSE, ConditionReason.WARMING_UP))
                .matches(condition -> !condition.warns());
        assertThat(condition(ConditionType.SUCCEEDED, Status.UNKNOWN, ConditionReason.QUEUED))
                .matches(condition -> !condition.warns());
        assertThat(List.of(ConditionReason.STALLED, ConditionReason.API_REFUSED, ConditionReason.INTERNAL_ERROR))
                .as("stages of a run that is in trouble")
                .allMatch(reason -> condition(ConditionType.SUCCEEDED, Status.UNKNOWN, reason)
                        .warns());
    }

    @Test
    void runsThatWaitForSomebodyElseThanNodesStandAside() {
        assertThat(ConditionReason.values())
                .filteredOn(ConditionReason::standsAside)
                .containsExactly(ConditionReason.PENDING, ConditionReason.API_REFUSED, ConditionReason.INTERNAL_ERROR);
        assertThat(ConditionReason.values())
                .filteredOn(ConditionReason::isTrouble)
                .containsExactly(ConditionReason.API_REFUSED, ConditionReason.INTERNAL_ERROR);
    }

    @Test
    void everyTypeStandsInTheDescriptionOfItsField() {
        var description = ApiField.of(StatusCondition.class, "type")
                .annotation(JsonPropertyDescription.class)
                .orElseThrow()
                .value();

        assertThat(ConditionType.values())
                .allSatisfy(type -> assertThat(description).contains(type.label()));
    }

    @Test
    void conditionIsFoundByItsType() {
        var run = new BenchmarkRun();
        assertThat(run.isTrue(ConditionType.FINISHED)).isFalse();

        run.setStatus(BenchmarkRunStatusBuilder.builder()
                .conditions(List.of(condition(ConditionType.FINISHED, Status.TRUE, ConditionReason.COMPLETED)))
                .build());

        assertThat(run.isTrue(ConditionType.FINISHED)).isTrue();
        assertThat(run.hasReason(ConditionType.FINISHED, ConditionReason.COMPLETED))
                .isTrue();
        assertThat(run.condition(ConditionType.VALID)).isEmpty();
    }

    private static StatusCondition condition(ConditionType type, Status status, ReasonWord reason) {
        return StatusCondition.of(type, status, 1L, "2026-11-01T10:00:00Z", reason, "As the test has it.");
    }
}
