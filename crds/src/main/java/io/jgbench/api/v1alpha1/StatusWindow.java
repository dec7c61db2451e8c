package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** The flow-control window of the bundled stack udp. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusWindow(
        @Required @Min(1) @JsonPropertyDescription("Its size in bytes, the same for all members.")
        Long bytes,

        @Required @Size(max = 1024) @JsonPropertyDescription("Why it has this size.")
        String reason) {}
