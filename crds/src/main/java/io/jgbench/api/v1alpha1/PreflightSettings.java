package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.jgbench.api.schema.Example;

/** The probe of the network before members join. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PreflightSettings(
        @Default("Require")
        @Example("Warn")
        @JsonPropertyDescription("What follows where a pair of members cannot reach each other as the transport needs"
                + " it: Require fails the run and names the pair, Warn makes it a finding and continues, Skip does not"
                + " probe.")
        Policy policy) {
    /** Nothing given: all defaults. */
    public static PreflightSettings defaults() {
        return new PreflightSettings(null);
    }

    /** What follows from a pair that fails. */
    public enum Policy {
        /** The run fails before its members join. */
        @JsonProperty("Require")
        REQUIRE,
        /** The run continues, with a finding. */
        @JsonProperty("Warn")
        WARN,
        /** Nothing is probed. */
        @JsonProperty("Skip")
        SKIP
    }
}
