package io.jgbench.coordination.statistics;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What may be said of B against A. */
public enum Claim {
    /** B is faster. */
    @JsonProperty("Faster")
    FASTER("Faster"),
    /** B is slower. */
    @JsonProperty("Slower")
    SLOWER("Slower"),
    /** If there is a difference, it is smaller than the one that matters. */
    @JsonProperty("NoDifferenceAbove")
    NO_DIFFERENCE_ABOVE("NoDifferenceAbove"),
    /** More rounds are needed to say one of the others. */
    @JsonProperty("Inconclusive")
    INCONCLUSIVE("Inconclusive");

    private final String label;

    Claim(String label) {
        this.label = label;
    }

    /** The word for it. */
    public String label() {
        return label;
    }
}
