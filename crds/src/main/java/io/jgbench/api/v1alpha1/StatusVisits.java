package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** How many visits of a suite are made, and what they came to. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusVisits(
        @JsonPropertyDescription("Cells times rounds.") Integer total,

        @JsonPropertyDescription("Visits that are over, whether valid or given up.")
        Integer done,

        @JsonPropertyDescription("Visits that gave valid figures.")
        Integer valid,

        @JsonPropertyDescription("Attempts that came to their end and whose figures may not be used.")
        Integer invalid,

        @JsonPropertyDescription("Attempts that did not come to their end.")
        Integer failed,

        @Size(max = 24) @JsonPropertyDescription("done of total, such as 12/24.")
        String progress) {}
