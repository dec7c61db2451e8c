package io.jgbench.coordination.protocol;

import java.time.Duration;
import java.util.Objects;

/**
 * Releases an armed member at an instant.
 *
 * @param startAtEpochNanos the instant on the controller's clock, in nanoseconds since the Unix epoch
 * @param clock how the member's clock stands to the controller's
 * @param timeout how long the workload may take from that instant on
 */
public record StartRequest(long startAtEpochNanos, ClockOffset clock, Duration timeout) {

    /** Refuses nulls. */
    public StartRequest {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(timeout, "timeout");
    }
}
