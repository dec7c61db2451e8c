package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.jgbench.api.schema.Example;

/** What a suite keeps on a cluster beside the digests of its visits. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SuiteRetentionSettings(
        @Default("20")
        @Min(0)
        @Max(SuiteRetentionSettings.MAX_RUNS)
        @Example("20")
        @JsonPropertyDescription("How many finished runs stay with their full results: the last ones. The others are"
                + " deleted once their digests are stored.")
        Integer runs) {

    /** The most runs. */
    public static final int MAX_RUNS = 1000;

    /** How many runs stay where nothing is said. */
    public static final int DEFAULT_RUNS = 20;

    /** Nothing given: all defaults. */
    public static SuiteRetentionSettings defaults() {
        return new SuiteRetentionSettings(null);
    }
}
