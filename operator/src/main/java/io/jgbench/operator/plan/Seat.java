package io.jgbench.operator.plan;

import java.util.Objects;

/**
 * A member's place.
 *
 * @param index its place in the run, from 0
 * @param member its name
 * @param node the node on which it stands
 * @param address the node's internal IP address, to which its control server binds, and its transport unless the run
 *     names an interface
 * @param port the first port that its transport may bind
 * @param controlPort the port of its control server
 */
public record Seat(int index, String member, String node, String address, int port, int controlPort) {

    /** Refuses nulls. */
    public Seat {
        Objects.requireNonNull(member, "member");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(address, "address");
    }
}
