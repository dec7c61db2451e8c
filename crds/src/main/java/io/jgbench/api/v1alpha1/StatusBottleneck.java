package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** What held a run at its rate. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusBottleneck(
        @Required @JsonPropertyDescription("What held the rate; Unknown where there is not enough evidence.")
        BottleneckType type,

        @Size(max = 256)
        @JsonPropertyDescription(
                "The member, or the member whose link, holds the rate. Missing where it is no single member.")
        String member,

        @Required @Size(max = 1024) @JsonPropertyDescription("The evidence in numbers, and what would change it.")
        String message) {}
