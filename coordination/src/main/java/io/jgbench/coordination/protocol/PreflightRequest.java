package io.jgbench.coordination.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.jgbench.coordination.spec.TransportSpec;
import io.jgbench.coordination.spec.WorkloadSocket;
import java.util.List;
import java.util.Objects;

/**
 * Asks a member to open the sockets of the pre-flight, at the address and the ports that its transport is going to
 * bind, and to answer the others' probes from then on until it joins.
 *
 * @param transport what carries the messages later; decides what is probed
 * @param self the member's own place among the peers
 * @param peers all members, itself included, by index
 * @param multicastAddress the run's own multicast group
 * @param multicastPort the run's own multicast port
 * @param messageBytes the size of the largest message, for a transport without a stack; 0 where a stack tells how large
 *     its packets are, and of an operator of an earlier version. A 0 is not sent: members of an earlier version refuse
 *     what they do not know
 * @param workloadSockets those of the workload's own, beside the transport's; none where it has none, and of an
 *     operator of an earlier version. As with the size, an empty list is not sent
 */
public record PreflightRequest(
        TransportSpec transport,
        int self,
        List<Peer> peers,
        String multicastAddress,
        int multicastPort,

        @AddedLater @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        long messageBytes,

        @ListAddedLater @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<WorkloadSocket> workloadSockets) {

    /** Refuses nulls and a self that is not among the peers. */
    public PreflightRequest {
        Objects.requireNonNull(transport, "transport");
        peers = List.copyOf(peers);
        Objects.requireNonNull(multicastAddress, "multicastAddress");
        workloadSockets = List.copyOf(workloadSockets);
        Objects.checkIndex(self, peers.size());
    }

    /** What is probed before a member is asked to join so. */
    public static PreflightRequest of(JoinRequest join) {
        boolean hasStack = join.transport().stack().isPresent();
        return new PreflightRequest(
                join.transport(),
                join.self(),
                join.peers(),
                join.multicastAddress(),
                join.multicastPort(),
                hasStack ? 0 : join.workload().largestMessageBytes(),
                join.workload().ownSocket().stream().toList());
    }

    /** The same for a member of an earlier version, which knows nothing of such sockets. */
    public PreflightRequest withoutWorkloadSockets() {
        return new PreflightRequest(transport, self, peers, multicastAddress, multicastPort, messageBytes, List.of());
    }
}
