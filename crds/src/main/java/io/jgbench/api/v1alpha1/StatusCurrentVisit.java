package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** The visit of a suite that is under way. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusCurrentVisit(
        @Required @JsonPropertyDescription("The cell's number, from 1.")
        Integer cell,

        @Size(max = StatusCell.MAX_NAME)
        @JsonPropertyDescription("The cell's values, such as stack=udp,size=1k; shortened where they are long.")
        String name,

        @Required @JsonPropertyDescription("The round, from 1.")
        Integer round,

        @Required @JsonPropertyDescription("The attempt, from 1.")
        Integer attempt,

        @Required @Size(max = 63) @JsonPropertyDescription("The name of its BenchmarkRun.")
        String run,

        @Size(max = 40) @JsonPropertyDescription("When it was asked for, RFC 3339, UTC.")
        String since) {}
