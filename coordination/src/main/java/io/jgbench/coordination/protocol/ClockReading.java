package io.jgbench.coordination.protocol;

import io.jgbench.coordination.ClockOrigin;
import java.util.Optional;

/**
 * What a member answers when it is asked for its clock.
 *
 * @param epochNanos the member's clock while it answered, in nanoseconds since the Unix epoch
 * @param origin what that clock follows; empty where it is not known
 */
public record ClockReading(long epochNanos, Optional<ClockOrigin> origin) {}
