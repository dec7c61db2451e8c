package io.jgbench.coordination.suite;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which side of a threshold is good. */
public enum Limit {
    /** The figure must be at least that. */
    @JsonProperty("Min")
    MIN("at least") {
        @Override
        public boolean isMetBy(double found, double value) {
            return found >= value;
        }
    },
    /** The figure must be at most that. */
    @JsonProperty("Max")
    MAX("at most") {
        @Override
        public boolean isMetBy(double found, double value) {
            return found <= value;
        }
    };

    private final String words;

    Limit(String words) {
        this.words = words;
    }

    /** Whether a figure is on the good side of the threshold's value, or is that. */
    public abstract boolean isMetBy(double found, double value);

    /** In a sentence, before the value. */
    public String inWords() {
        return words;
    }
}
