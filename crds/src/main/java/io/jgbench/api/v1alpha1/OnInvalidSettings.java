package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.jgbench.api.schema.Example;

/** What follows where a visit of a suite gives no valid figures. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record OnInvalidSettings(
        @Default("1")
        @Min(0)
        @Max(OnInvalidSettings.MAX_RETRIES)
        @Example("2")
        @JsonPropertyDescription("How often a visit is repeated, at the end of its round, if its run failed or is not"
                + " valid. All attempts are kept.")
        Integer retries) {

    /** The most retries. */
    public static final int MAX_RETRIES = 10;

    /** Nothing given: all defaults. */
    public static OnInvalidSettings defaults() {
        return new OnInvalidSettings(null);
    }
}
