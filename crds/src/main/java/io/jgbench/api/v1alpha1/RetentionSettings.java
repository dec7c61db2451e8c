package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.Example;

/** What is kept when the run has ended. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RetentionSettings(
        @Default("OnFailure")
        @Example("OnFailure")
        @JsonPropertyDescription(
                "Which pods stay when they have ended, so that their logs can be read, until the run is deleted: Never"
                        + " (none), OnFailure (those of a repetition that failed) or Always (all). A run that is only"
                        + " Invalid did not fail, so OnFailure keeps none of its pods.")
        Pods pods,

        @DurationRange(min = "0s", max = "8760h")
        @Example("24h")
        @JsonPropertyDescription(
                "How long after its end the run is deleted with all that belongs to it. Default: what the cluster's"
                        + " admin says by the chart's runs.ttlAfterFinished and policy.limits.ttlAfterFinished; without"
                        + " both it is kept.")
        String ttlAfterFinished) {

    /** Nothing given: all defaults. */
    public static RetentionSettings defaults() {
        return new RetentionSettings(null, null);
    }

    /** The same for a run that nobody deletes by its age; null where it says nothing else. */
    RetentionSettings withoutTimeToLive() {
        if (ttlAfterFinished == null) {
            return this;
        }
        return pods == null ? null : new RetentionSettings(pods, null);
    }

    /** When the pods stay. */
    public enum Pods {
        /** They are deleted as soon as the results are kept. */
        @JsonProperty("Never")
        NEVER,
        /** They stay where the run failed. */
        @JsonProperty("OnFailure")
        ON_FAILURE,
        /** They stay until the run is deleted. */
        @JsonProperty("Always")
        ALWAYS
    }
}
