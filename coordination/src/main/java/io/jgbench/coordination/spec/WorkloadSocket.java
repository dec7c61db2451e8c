package io.jgbench.coordination.spec;

import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/**
 * A UDP socket that each member has for the workload alone, beside those of its transport, at a port that is known
 * before.
 *
 * @param port the port of the first member at an address, 1 to 65,535; others at the same address have the next ones
 * @param packetBytes the largest packet that is sent, without the headers of IP and UDP
 * @param dontFragment whether packets must not be fragmented on their way
 * @param publishers how many members send, the first ones
 * @param listeners how many members receive, the last ones
 */
public record WorkloadSocket(int port, int packetBytes, boolean dontFragment, int publishers, int listeners) {
    private static final int MAX_PORT = 65_535;

    /** Checks the ranges. */
    public WorkloadSocket {
        Checks.between("port", 1, MAX_PORT, port);
        Checks.atLeast("packetBytes", 1, packetBytes);
        Checks.atLeast("publishers", 0, publishers);
        Checks.atLeast("listeners", 0, listeners);
    }

    /**
     * The port of a member; empty where there is none left for it.
     *
     * @param hosts the members' addresses, by index
     * @param member its index
     */
    public OptionalInt portOf(List<String> hosts, int member) {
        int own = port + Collections.frequency(hosts.subList(0, member), hosts.get(member));
        return own > MAX_PORT ? OptionalInt.empty() : OptionalInt.of(own);
    }

    /** Whether one member sends to another one. */
    public boolean isPath(int from, int to, int members) {
        return from != to && from < publishers && to >= members - listeners;
    }
}
