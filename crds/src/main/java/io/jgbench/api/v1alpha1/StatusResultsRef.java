package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Where the full results are. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusResultsRef(
        @Required @Size(min = 1, max = 1024) @JsonPropertyDescription("A URL, a path or the name of an object.")
        String location,

        @Size(max = 128) @JsonPropertyDescription("The digest of what lies there, such as sha256:... .")
        String digest,

        @JsonPropertyDescription("The size of what lies there in bytes.")
        Long sizeBytes) {}
