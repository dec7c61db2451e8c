package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** Where the digests of a suite's visits are. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusDigests(
        @JsonPropertyDescription("How many attempts have their digest stored.")
        Integer count,

        @JsonPropertyDescription("How many ConfigMaps hold them.")
        Integer configMaps,

        @JsonPropertyDescription("How much they take, compressed.")
        Long bytes,

        @Size(max = 160) @JsonPropertyDescription("The label selector of these ConfigMaps.")
        String selector) {}
