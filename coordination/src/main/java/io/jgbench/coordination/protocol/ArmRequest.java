package io.jgbench.coordination.protocol;

import java.time.Duration;
import java.util.Objects;

/**
 * Asks a member that has joined to run its warm-up.
 *
 * @param timeout how long warming up and draining may take
 */
public record ArmRequest(Duration timeout) {

    /** Refuses nulls. */
    public ArmRequest {
        Objects.requireNonNull(timeout, "timeout");
    }
}
