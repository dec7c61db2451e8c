package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What a suite that is over says as a whole, and what its figures answer to what it asks. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record StatusJudgement(
        @Required
        @JsonPropertyDescription("What the suite says as a whole, as the exit status of ./jgbench suite does: Passed,"
                + " Inconclusive, NotValid, SlowerThanBaseline, ThresholdMissed or Failed.")
        Verdict verdict,

        @JsonPropertyDescription("How many answers there are in all.")
        Integer answerCount,

        // no map: two thresholds may ask the same figure of a cell
        @Size(max = StatusJudgement.MAX_ANSWERS)
        @JsonPropertyDescription("What the figures answer to thresholds, compare and baseline, one for each cell that"
                + " is asked, the gravest first; not all where there are many.")
        List<StatusAnswer> answers) {
    /** The most answers that a status has room for. */
    public static final int MAX_ANSWERS = 32;

    /** Copies the list. */
    public StatusJudgement {
        answers = answers == null ? List.of() : List.copyOf(answers);
    }

    /** What a suite says as a whole. */
    public enum Verdict {
        /** Each cell has valid figures, and all that was asked is answered. */
        @JsonProperty("Passed")
        PASSED,
        /** A threshold or a comparison takes more rounds. */
        @JsonProperty("Inconclusive")
        INCONCLUSIVE,
        /** Some rounds of a cell have no valid figure, or nothing can be said of cells that are compared. */
        @JsonProperty("NotValid")
        NOT_VALID,
        /** A cell is slower than in the baseline. */
        @JsonProperty("SlowerThanBaseline")
        SLOWER_THAN_BASELINE,
        /** A threshold is missed. */
        @JsonProperty("ThresholdMissed")
        THRESHOLD_MISSED,
        /** A cell has no valid figure. */
        @JsonProperty("Failed")
        FAILED
    }
}
