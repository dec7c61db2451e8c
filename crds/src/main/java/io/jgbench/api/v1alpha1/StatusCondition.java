package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** A condition, after the conventions of the Kubernetes API. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusCondition(
        @Required
        @Size(max = 63)
        @JsonPropertyDescription("Of a run NodesReserved, TuningVerified, MembersReady, Started, ResultsCollected,"
                + " Valid, Finished, Succeeded or ResultsStored; of a suite Resolved, Finished, Succeeded,"
                + " ThresholdsMet, Compared, BaselineHeld or ResultsStored.")
        String type,

        @Required @JsonPropertyDescription("Whether it holds.")
        Status status,

        @JsonPropertyDescription("The generation of the spec that it speaks of.")
        Long observedGeneration,

        @Required @Size(max = 40) @JsonPropertyDescription("When status last changed, RFC 3339, UTC.")
        String lastTransitionTime,

        @Required
        @Pattern("^[A-Za-z]([A-Za-z0-9_]*[A-Za-z0-9_])?$")
        @Size(min = 1, max = 63)
        @JsonPropertyDescription("Why, in one word.")
        String reason,

        @Required @Size(max = 32768) @JsonPropertyDescription("Why, in a sentence.")
        String message) {

    /**
     * A condition of this API's own.
     *
     * @param observedGeneration null where it is not known
     * @param since when the status last changed
     */
    public static StatusCondition of(
            ConditionType type,
            Status status,
            Long observedGeneration,
            String since,
            ReasonWord reason,
            String message) {
        return new StatusCondition(type.label(), status, observedGeneration, since, reason.label(), message);
    }

    /** Whether it is of this type. */
    public boolean isOf(ConditionType expected) {
        return type.equals(expected.label());
    }

    /** Whether it is of this type of a suite's conditions. */
    public boolean isOf(SuiteConditionType expected) {
        return type.equals(expected.label());
    }

    /** Whether it gives this reason. */
    public boolean isFor(ReasonWord expected) {
        return reason.equals(expected.label());
    }

    /** Its reason, if that is one of this API's own. */
    public Optional<ConditionReason> knownReason() {
        return ConditionReason.of(reason);
    }

    /** Whether another one of the same type has the same status for the same reason. */
    public boolean agreesWith(StatusCondition other) {
        return type.equals(other.type) && status == other.status && reason.equals(other.reason);
    }

    /** Whether it is worth an Event: each stage of a run is, and what a condition begins with is not. */
    public boolean tellsNews() {
        return isOf(ConditionType.SUCCEEDED)
                || knownReason().map(ConditionReason::isNews).orElse(true);
    }

    /** Whether something is amiss. */
    public boolean warns() {
        return switch (status) {
            case FALSE -> knownReason().map(ConditionReason::isAmiss).orElse(true);
            case UNKNOWN -> knownReason().map(ConditionReason::isTroubledStage).orElse(false);
            case TRUE -> false;
        };
    }

    /** Whether a condition holds. */
    public enum Status {
        /** It holds. */
        @JsonProperty("True")
        TRUE,
        /** It does not. */
        @JsonProperty("False")
        FALSE,
        /** That is not decided. */
        @JsonProperty("Unknown")
        UNKNOWN
    }
}
