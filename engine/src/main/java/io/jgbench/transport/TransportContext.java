package io.jgbench.transport;

import io.jgbench.coordination.protocol.GroupKey;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.TransportSpec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a transport stands when it is opened.
 *
 * @param spec the transport's own settings
 * @param clusterName the cluster's name, short
 * @param memberName this member's name, unique in the cluster
 * @param members how many members the cluster has when it is complete
 * @param peers all members with their addresses, this one included, where a controller has planned them; empty where
 *     members find each other by the transport's own discovery
 * @param multicast the multicast group of this run; empty to leave it to the transport's own settings
 * @param joinTimeout how long finding the others may take
 * @param groupKey the key that the members share, for transports that authenticate or encrypt; empty if they have none
 */
public record TransportContext(
        TransportSpec spec,
        String clusterName,
        String memberName,
        int members,
        List<Peer> peers,
        Optional<MulticastGroup> multicast,
        Duration joinTimeout,
        Optional<GroupKey> groupKey) {

    /** Refuses nulls and copies the peers. */
    public TransportContext {
        Objects.requireNonNull(spec, "spec");
        Objects.requireNonNull(clusterName, "clusterName");
        Objects.requireNonNull(memberName, "memberName");
        peers = List.copyOf(peers);
        Objects.requireNonNull(multicast, "multicast");
        Objects.requireNonNull(joinTimeout, "joinTimeout");
        Objects.requireNonNull(groupKey, "groupKey");
    }

    /** Of members that share no key. */
    public TransportContext(
            TransportSpec spec,
            String clusterName,
            String memberName,
            int members,
            List<Peer> peers,
            Optional<MulticastGroup> multicast,
            Duration joinTimeout) {
        this(spec, clusterName, memberName, members, peers, multicast, joinTimeout, Optional.empty());
    }

    /** This member among the peers, where they are planned. */
    public Optional<Peer> self() {
        return peers.stream().filter(peer -> peer.name().equals(memberName)).findFirst();
    }

    /**
     * An IP multicast group.
     *
     * @param address the group's address, such as 239.8.8.8
     * @param port its port
     */
    public record MulticastGroup(String address, int port) {}
}
