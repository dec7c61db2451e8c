package io.jgbench.preflight;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What arrived at a member's host and was lost there.
 *
 * @param dropsByPort datagrams that its own receive buffers had no room for, by the sockets' ports; empty where the
 *     system does not tell
 * @param reassemblyFailures fragments that the host dropped without assembling a datagram, also those for other
 *     programs; 0 where the system does not tell
 */
public record ReceiveLosses(Optional<Map<Integer, Long>> dropsByPort, long reassemblyFailures) {
    /** Where the system tells nothing. */
    static final ReceiveLosses UNKNOWN = new ReceiveLosses(Optional.empty(), 0);

    /** Refuses nulls and copies the map. */
    public ReceiveLosses {
        dropsByPort = dropsByPort.map(Map::copyOf);
    }

    /** Datagrams that were dropped at a port; 0 where the system does not tell. */
    long dropsAt(int port) {
        return dropsByPort.map(drops -> drops.getOrDefault(port, 0L)).orElse(0L);
    }

    /** Datagrams that were dropped at all ports but these; empty where the system does not tell. */
    OptionalLong dropsBeside(Set<Integer> ports) {
        return dropsByPort.stream()
                .mapToLong(drops -> drops.entrySet().stream()
                        .filter(drop -> !ports.contains(drop.getKey()))
                        .mapToLong(Map.Entry::getValue)
                        .sum())
                .findFirst();
    }
}
