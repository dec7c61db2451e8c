package io.jgbench.coordination.protocol;

import java.time.Duration;
import java.util.Objects;

/**
 * Releases an armed member at an instant, unless it is withdrawn before.
 *
 * @param attempt which start of the run this is, from 1; each has an instant of its own
 * @param startAtEpochNanos the instant on the controller's clock, in nanoseconds since the Unix epoch
 * @param clock how the member's clock stands to the controller's
 * @param timeout how long the workload may take from that instant on
 */
public record StartRequest(int attempt, long startAtEpochNanos, ClockOffset clock, Duration timeout) {

    /** Refuses nulls and an attempt that is none. */
    public StartRequest {
        if (attempt < 1) {
            throw new IllegalArgumentException("a start's attempt must be 1 or more, got: " + attempt);
        }
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(timeout, "timeout");
    }
}
