package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** What the figures of one cell answer to something that its suite asks. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusAnswer(
        @Required @JsonPropertyDescription("What asks: Threshold, Comparison, Baseline or Paper.")
        Question question,

        @Required
        @Size(max = StatusCell.MAX_NAME)
        @JsonPropertyDescription("The values of the cell that it is about, such as stack=udp,size=1k; shortened where"
                + " they are long.")
        String cell,

        @Required @Size(max = 64) @JsonPropertyDescription("The figure.")
        String metric,

        @Required
        @JsonPropertyDescription("Missed, Slower, NotComparable, Inconclusive, Met, Faster, NoDifferenceAbove, or"
                + " Beside for a paper's figure.")
        Outcome outcome,

        @Required
        @Size(max = StatusAnswer.MAX_MESSAGE)
        @JsonPropertyDescription(
                "One sentence with the cell, the figure with its interval, and what it is held" + " against.")
        String message) {
    /** The most characters of a sentence. */
    public static final int MAX_MESSAGE = 512;

    /** What asks. */
    public enum Question {
        /** A threshold. */
        @JsonProperty("Threshold")
        THRESHOLD,
        /** Cells against each other. */
        @JsonProperty("Comparison")
        COMPARISON,
        /** A suite that was measured before. */
        @JsonProperty("Baseline")
        BASELINE,
        /** A published paper. */
        @JsonProperty("Paper")
        PAPER
    }

    /** What follows, the gravest first. */
    public enum Outcome {
        /** The figure is on the bad side of its threshold. */
        @JsonProperty("Missed")
        MISSED,
        /** The cell is slower than what it is compared with. */
        @JsonProperty("Slower")
        SLOWER,
        /** Nothing can be said. */
        @JsonProperty("NotComparable")
        NOT_COMPARABLE,
        /** It takes more rounds to say something. */
        @JsonProperty("Inconclusive")
        INCONCLUSIVE,
        /** The figure is on the good side of its threshold. */
        @JsonProperty("Met")
        MET,
        /** The cell is faster than what it is compared with. */
        @JsonProperty("Faster")
        FASTER,
        /** If there is a difference, it is smaller than the one that matters. */
        @JsonProperty("NoDifferenceAbove")
        NO_DIFFERENCE_ABOVE,
        /** The figure stands beside one of other hardware and is not judged. */
        @JsonProperty("Beside")
        BESIDE
    }
}
