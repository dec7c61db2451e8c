package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;

/** What the visits of a cell came to so far. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record StatusCell(
        @Required @JsonPropertyDescription("The cell's number, from 1.")
        Integer cell,

        @Size(max = StatusCell.MAX_NAME)
        @JsonPropertyDescription("Its values, such as stack=udp,size=1k; shortened where they are long.")
        String name,

        @JsonPropertyDescription("Rounds with a valid visit.")
        Integer validRounds,

        @JsonPropertyDescription("Attempts that failed or are not valid.")
        Integer notValid,

        @JsonPropertyDescription("Median of the valid visits' rates, messages or requests a second.")
        Long unitsPerSecond,

        @JsonPropertyDescription("Median of the valid visits' throughputs, bytes a second.")
        Long bytesPerSecond,

        @JsonPropertyDescription("Lower bound of the 95 % interval of the rate, messages or requests a second; from 6"
                + " valid visits on.")
        Long unitsPerSecondLow,

        @JsonPropertyDescription("Upper bound of that interval.")
        Long unitsPerSecondHigh,

        @JsonPropertyDescription("Highest less lowest rate of the valid visits, in thousandths of the median; from 2"
                + " valid visits on.")
        Long spreadPermille,

        @JsonPropertyDescription("What held the rate most often in the valid visits.")
        BottleneckType bottleneck) {
    /** The most characters of a name that a status has room for, with as many cells as a suite may have. */
    public static final int MAX_NAME = 100;
}
