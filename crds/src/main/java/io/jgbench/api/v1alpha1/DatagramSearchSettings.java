package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.Example;

/** How the Datagram workload looks for the highest rate that the network carries. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DatagramSearchSettings(
        @Default("2s")
        @DurationRange(min = "100ms", max = "10m")
        @Example("2s")
        @JsonPropertyDescription(
                "How long publishers send in one trial. A queue on the way can absorb a part of a rate that is too"
                        + " high. The longer the trial, the smaller this part.")
        String trialDuration,

        @Default("20")
        @Min(1)
        @Max(500)
        @Example("20")
        @JsonPropertyDescription("How near the rates that pass and fail must be to each other, in thousandths.")
        Integer resolutionPermille,

        @Default("2")
        @Min(0)
        @Max(20)
        @Example("2")
        @JsonPropertyDescription(
                "How many further trials with the found rate must pass. 0: one, unless the last trial had that rate.")
        Integer confirmations) {}
