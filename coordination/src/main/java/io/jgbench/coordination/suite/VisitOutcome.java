package io.jgbench.coordination.suite;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.jgbench.coordination.result.RunResult;

/** What a visit came to. */
public enum VisitOutcome {
    /** The run came to its end and its figures may be used. */
    @JsonProperty("Valid")
    VALID("valid"),
    /** The run came to its end and its figures may not be used. */
    @JsonProperty("Invalid")
    INVALID("not valid"),
    /** The run did not come to its end. */
    @JsonProperty("Failed")
    FAILED("failed");

    private final String words;

    VisitOutcome(String words) {
        this.words = words;
    }

    /** That of a run. */
    public static VisitOutcome of(RunResult run) {
        if (!run.completed()) {
            return FAILED;
        }
        return run.valid() ? VALID : INVALID;
    }

    /** In a sentence. */
    public String inWords() {
        return words;
    }
}
