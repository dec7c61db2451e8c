package io.jgbench.local.host;

import io.jgbench.transport.TransportContext.MulticastGroup;
import java.util.List;
import java.util.Objects;

/**
 * The ports of a run.
 *
 * @param firstPorts the first port that each member's transport may bind, by the member's index
 * @param multicast the run's own multicast group
 */
public record PortPlan(List<Integer> firstPorts, MulticastGroup multicast) {

    /** Copies the ports. */
    public PortPlan {
        firstPorts = List.copyOf(firstPorts);
        Objects.requireNonNull(multicast, "multicast");
    }

    /** The first port of a member. */
    public int port(int memberIndex) {
        return firstPorts.get(memberIndex);
    }
}
