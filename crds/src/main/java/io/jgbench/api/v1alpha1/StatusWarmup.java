package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;

/** What the warm-up took. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record StatusWarmup(
        @JsonPropertyDescription(
                "Why it ended. Steady: all members were steady. AtMost: it had lasted warmup.atMost, and they were not."
                        + " Fixed: it had the messages that were asked for.")
        End end,

        @Min(0) @JsonPropertyDescription("How long that of the slowest member lasted, in milliseconds.")
        Long millis,

        @Min(0) @JsonPropertyDescription("Messages that a member received in it, or requests made; the mean.")
        Long unitsPerMember,

        @JsonPropertyDescription(
                "By how much the rate of all together still rose within ten seconds when it ended, in thousandths;"
                        + " less than 0 where it fell.")
        Long changePermille) {

    /** Why a warm-up ended. */
    public enum End {
        /** It had the units that it was to have. */
        @JsonProperty("Fixed")
        FIXED,
        /** All members were steady. */
        @JsonProperty("Steady")
        STEADY,
        /** It had lasted as long as it was to last at the most. */
        @JsonProperty("AtMost")
        AT_MOST
    }
}
