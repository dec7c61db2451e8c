package io.jgbench.coordination.run;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How far a run has come. A run only moves forward. */
public enum RunPhase {
    /** Declared; nothing was asked of anybody. */
    @JsonProperty("Pending")
    PENDING("Pending"),
    /** Members are launched, and not all of them answer yet. */
    @JsonProperty("Starting")
    STARTING("Starting"),
    /** All members answer, and not all of them see each other. */
    @JsonProperty("Joining")
    JOINING("Joining"),
    /** All members see each other: they arm, have their clocks measured and are released. */
    @JsonProperty("Armed")
    ARMED("Armed"),
    /** All members took the release: they wait for its instant, or their workload runs. */
    @JsonProperty("Running")
    RUNNING("Running"),
    /** Reports are fetched: all of them, or after a failure whatever the members can still give. */
    @JsonProperty("Collecting")
    COLLECTING("Collecting"),
    /** One complete report of each member was fetched. Members may still have to be stopped. */
    @JsonProperty("Succeeded")
    SUCCEEDED("Succeeded"),
    /** The run failed; its status says why. Members may still have to be stopped. */
    @JsonProperty("Failed")
    FAILED("Failed");

    private final String word;

    RunPhase(String word) {
        this.word = word;
    }

    /** Whether the outcome stands and only members may be left to stop. */
    public boolean isTerminal() {
        return this == SUCCEEDED || this == FAILED;
    }

    /** The phase as a status shows it, such as {@code Collecting}. */
    @Override
    public String toString() {
        return word;
    }
}
