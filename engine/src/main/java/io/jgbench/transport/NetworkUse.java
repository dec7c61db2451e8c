package io.jgbench.transport;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How a transport uses the network to reach its peers at their planned addresses and ports, so that these paths can be
 * probed before.
 *
 * @param datagrams whether members send each other UDP datagrams
 * @param connections whether members connect to each other by TCP
 * @param largestDatagramBytes the largest datagram that members send, without headers; empty where none is sent or it
 *     is not known
 * @param multicastHops how many routers a packet to the run's multicast group may pass; empty where none is sent
 * @param protocolPorts the ports beside the planned ones to which members connect, of those that can be told before
 */
public record NetworkUse(
        boolean datagrams,
        boolean connections,
        OptionalInt largestDatagramBytes,
        OptionalInt multicastHops,
        List<ProtocolPortPlan> protocolPorts) {
    /** Of a transport of which nothing is known. */
    public static final NetworkUse UNKNOWN = new NetworkUse(false, false, OptionalInt.empty(), OptionalInt.empty());

    /** Refuses nulls and copies the list. */
    public NetworkUse {
        Objects.requireNonNull(largestDatagramBytes, "largestDatagramBytes");
        Objects.requireNonNull(multicastHops, "multicastHops");
        protocolPorts = List.copyOf(protocolPorts);
    }

    /** Of a transport that has no ports beside the planned ones. */
    public NetworkUse(
            boolean datagrams, boolean connections, OptionalInt largestDatagramBytes, OptionalInt multicastHops) {
        this(datagrams, connections, largestDatagramBytes, multicastHops, List.of());
    }
}
