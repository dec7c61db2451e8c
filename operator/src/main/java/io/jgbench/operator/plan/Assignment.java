package io.jgbench.operator.plan;

import java.util.Objects;

/**
 * Where one member runs.
 *
 * @param index the member's index in the run, from 0
 * @param member its name
 * @param node the node that its pod is bound to
 * @param address the node's internal IP address, to which its control server binds, and its transport unless the run
 *     names an interface
 * @param port the first port that its transport may bind
 * @param controlPort the port of its control server
 */
public record Assignment(int index, String member, String node, String address, int port, int controlPort) {

    /** Refuses nulls. */
    public Assignment {
        Objects.requireNonNull(member, "member");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(address, "address");
    }
}
