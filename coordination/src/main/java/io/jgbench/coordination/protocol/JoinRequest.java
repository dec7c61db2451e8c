package io.jgbench.coordination.protocol;

import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.WorkloadSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Asks a member to open its transport and to wait until it sees all peers.
 *
 * @param workload what to run; known from here on, as others may send before this member is armed
 * @param transport what carries the messages
 * @param clusterName the cluster's name; short, as it is sent with every batch
 * @param self the member's own place among the peers
 * @param peers all members, itself included, by index
 * @param multicastAddress the run's own multicast group
 * @param multicastPort the run's own multicast port
 * @param timeout how long it may take until all are seen
 */
public record JoinRequest(
        WorkloadSpec workload,
        TransportSpec transport,
        String clusterName,
        int self,
        List<Peer> peers,
        String multicastAddress,
        int multicastPort,
        Duration timeout) {

    /** Refuses nulls and a self that is not among the peers. */
    public JoinRequest {
        Objects.requireNonNull(workload, "workload");
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(clusterName, "clusterName");
        peers = List.copyOf(peers);
        Objects.requireNonNull(multicastAddress, "multicastAddress");
        Objects.requireNonNull(timeout, "timeout");
        Objects.checkIndex(self, peers.size());
    }

    /**
     * The same request with peers that bind elsewhere than planned.
     *
     * @param addresses by the peer's index; those that are not here bind as planned
     */
    public JoinRequest boundTo(Map<Integer, String> addresses) {
        var bound = peers.stream()
                .map(peer -> new Peer(
                        peer.index(), peer.name(), addresses.getOrDefault(peer.index(), peer.host()), peer.port()))
                .toList();
        return new JoinRequest(workload, transport, clusterName, self, bound, multicastAddress, multicastPort, timeout);
    }

    /** The same request over another transport, such as one whose stack has got its window. */
    public JoinRequest over(TransportSpec other) {
        return new JoinRequest(workload, other, clusterName, self, peers, multicastAddress, multicastPort, timeout);
    }
}
