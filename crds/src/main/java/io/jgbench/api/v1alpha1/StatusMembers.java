package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** How many members have come how far. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusMembers(
        @JsonPropertyDescription("Members that the run has.")
        Integer desired,

        @JsonPropertyDescription("Members whose process or pod has its place.")
        Integer scheduled,

        @JsonPropertyDescription("Members that see all others.")
        Integer joined,

        @JsonPropertyDescription("Members whose report has been fetched.")
        Integer reported,

        @JsonPropertyDescription("Members that died or fell silent.")
        Integer lost,

        @JsonPropertyDescription("Hosts on which members stand.")
        Integer nodes) {}
