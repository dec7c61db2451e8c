package io.jgbench.datagram;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What a publisher is to do; it ends with whichever limit comes first.
 *
 * @param bytesPerSecond bytes of packets a second, over all its targets; empty for as many as go
 * @param packetsEach packets to each target, {@link Long#MAX_VALUE} for no limit
 * @param duration how long
 */
public record Load(OptionalLong bytesPerSecond, long packetsEach, Duration duration) {

    /** Refuses nulls. */
    public Load {
        Objects.requireNonNull(bytesPerSecond, "bytesPerSecond");
        Objects.requireNonNull(duration, "duration");
    }
}
