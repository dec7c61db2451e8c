package io.jgbench.preflight;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * What arrived at a member's host and was lost there.
 *
 * @param receiveDrops datagrams that its own receive buffers had no room for; empty where the system does not tell
 * @param reassemblyFailures fragments that the host dropped without assembling a datagram, also those for other
 *     programs; 0 where the system does not tell
 */
public record ReceiveLosses(OptionalLong receiveDrops, long reassemblyFailures) {
    /** Where the system tells nothing. */
    static final ReceiveLosses UNKNOWN = new ReceiveLosses(OptionalLong.empty(), 0);

    /** Refuses nulls. */
    public ReceiveLosses {
        Objects.requireNonNull(receiveDrops, "receiveDrops");
    }
}
