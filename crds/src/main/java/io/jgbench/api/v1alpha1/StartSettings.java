package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.Example;

/** The start barrier. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record StartSettings(
        @Default("2m")
        @DurationRange(min = "1s", max = "24h")
        @Example("2m")
        @JsonPropertyDescription(
                "How long the members may take until all are armed, a warm-up until Steady left out; after that the"
                        + " run fails and names who is missing. On a cluster also how long a run that finds too few"
                        + " nodes waits for them.")
        String timeout,

        @Default("10ms")
        @DurationRange(min = "1us", max = "1h")
        @Example("10ms")
        @JsonPropertyDescription("The largest start skew with which the result is still valid.")
        String maxSkew) {
    /** Nothing given: all defaults. */
    public static StartSettings defaults() {
        return new StartSettings(null, null);
    }
}
