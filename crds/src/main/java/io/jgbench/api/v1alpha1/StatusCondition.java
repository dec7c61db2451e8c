package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A condition, after the conventions of the Kubernetes API. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusCondition(
        @Required
        @Size(max = 63)
        @JsonPropertyDescription("NodesReserved, TuningVerified, MembersReady, Started, ResultsCollected,"
                + " Valid, Finished or Succeeded.")
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
