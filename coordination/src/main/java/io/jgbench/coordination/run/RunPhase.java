package io.jgbench.coordination.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.jgbench.api.v1alpha1.ConditionReason;

/** How far a run has come. A run only moves forward. */
public enum RunPhase {
    /** Declared; nothing was asked of anybody. */
    @JsonProperty("Pending")
    PENDING(ConditionReason.PENDING),
    /** Members are launched, and not all of them answer yet. */
    @JsonProperty("Starting")
    STARTING(ConditionReason.STARTING),
    /** All members answer, and not all of them see each other. */
    @JsonProperty("Joining")
    JOINING(ConditionReason.JOINING),
    /** All members see each other: they arm, have their clocks measured and are released. */
    @JsonProperty("Armed")
    ARMED(ConditionReason.ARMED),
    /** All members took the release: they wait for its instant, or their workload runs. */
    @JsonProperty("Running")
    RUNNING(ConditionReason.RUNNING),
    /** Reports are fetched: all of them, or after a failure whatever the members can still give. */
    @JsonProperty("Collecting")
    COLLECTING(ConditionReason.COLLECTING),
    /** One complete report of each member was fetched. Members may still have to be stopped. */
    @JsonProperty("Succeeded")
    SUCCEEDED(ConditionReason.SUCCEEDED),
    /** The run failed; its status says why. Members may still have to be stopped. */
    @JsonProperty("Failed")
    FAILED(ConditionReason.FAILED);

    private final ConditionReason stage;

    RunPhase(ConditionReason stage) {
        this.stage = stage;
    }

    /** The stage that a status gives while a run is in this phase. */
    public ConditionReason stage() {
        return stage;
    }

    /** Whether the outcome stands and only members may be left to stop. */
    public boolean isTerminal() {
        return this == SUCCEEDED || this == FAILED;
    }

    /** The phase as a status shows it, such as {@code Collecting}. */
    @Override
    public String toString() {
        return stage.label();
    }
}
