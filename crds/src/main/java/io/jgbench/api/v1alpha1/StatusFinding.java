package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Something noticed about a run. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusFinding(
        @Required @Size(min = 1, max = 63) @JsonPropertyDescription("What it is, in one word, such as ReceiveDrops.")
        String reason,

        @Required @JsonPropertyDescription("Whether the figures may still be used.")
        Severity severity,

        @Required @Size(max = 1024) @JsonPropertyDescription("The evidence, in a sentence with numbers.")
        String message) {}
