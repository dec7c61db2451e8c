package io.jgbench.coordination.protocol;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * What a member's host says of its network before the member has joined.
 *
 * @param receiveBufferBytes the largest receive buffer that the kernel grants a socket ({@code net.core.rmem_max});
 *     empty where it does not tell
 * @param lineRateBitsPerSecond the line rate of the interface that carries the messages; empty where no hardware tells
 */
public record HostNetwork(OptionalLong receiveBufferBytes, OptionalLong lineRateBitsPerSecond) {

    /** Nothing is known. */
    public static final HostNetwork UNKNOWN = new HostNetwork(OptionalLong.empty(), OptionalLong.empty());

    /** Refuses nulls. */
    public HostNetwork {
        Objects.requireNonNull(receiveBufferBytes, "receiveBufferBytes");
        Objects.requireNonNull(lineRateBitsPerSecond, "lineRateBitsPerSecond");
    }
}
