package io.jgbench.coordination.steady;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;
import java.util.Optional;

/**
 * Why a warm-up until it is steady was ended.
 *
 * @param end why
 * @param steadiness how steady the members were then; empty where they could not be judged yet
 */
public record WarmupOutcome(End end, Optional<Steadiness> steadiness) {

    /** Refuses nulls. */
    public WarmupOutcome {
        Objects.requireNonNull(end, "end");
        Objects.requireNonNull(steadiness, "steadiness");
    }

    /** With this steadiness. */
    public WarmupOutcome with(Optional<Steadiness> found) {
        return new WarmupOutcome(end, found);
    }

    /** Whether the members were warm. */
    public boolean steady() {
        return end == End.STEADY;
    }

    /** What ends a warm-up. */
    public enum End {
        /** All members were steady. */
        @JsonProperty("Steady")
        STEADY,
        /** It had lasted as long as it was to last at the most. */
        @JsonProperty("AtMost")
        AT_MOST
    }
}
