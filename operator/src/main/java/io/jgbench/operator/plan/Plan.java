package io.jgbench.operator.plan;

import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.RunSpec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Who stands where in one repetition of a run.
 *
 * @param id the repetition's identity, from which its children are named
 * @param seats the members' places, by index
 * @param multicastAddress the repetition's own multicast group
 * @param multicastPort its port
 */
public record Plan(String id, List<Seat> seats, String multicastAddress, int multicastPort) {
    private static final int MULTICAST_PORT = 45_588;

    /** Refuses nulls and copies the seats. */
    public Plan {
        Objects.requireNonNull(id, "id");
        seats = List.copyOf(seats);
        Objects.requireNonNull(multicastAddress, "multicastAddress");
    }

    /** A plan with a multicast group that follows from its identity. */
    public static Plan of(String id, List<Seat> seats) {
        return new Plan(id, seats, group(id), MULTICAST_PORT);
    }

    /** The same places for another repetition. */
    public Plan forRepetition(String otherId) {
        return of(otherId, seats);
    }

    /** The members' names, by index. */
    public List<String> names() {
        return seats.stream().map(Seat::member).toList();
    }

    /** The nodes, each once, in the order of the members. */
    public List<String> nodes() {
        return seats.stream().map(Seat::node).distinct().toList();
    }

    /** The request that makes a member join the others. */
    public JoinRequest join(int member, RunSpec spec, Duration timeout) {
        return new JoinRequest(
                spec.workload(),
                spec.transport(),
                clusterName(),
                member,
                peers(),
                multicastAddress,
                multicastPort,
                timeout);
    }

    private List<Peer> peers() {
        return seats.stream()
                .map(seat -> new Peer(seat.index(), seat.member(), seat.address(), seat.port()))
                .toList();
    }

    /** Short, as JGroups sends it with every batch, and yet each repetition's own. */
    private String clusterName() {
        return Integer.toString(Math.floorMod(id.hashCode(), 36 * 36 * 36 * 36), 36);
    }

    /** One of the organization-local groups (RFC 2365), so that runs on other nodes of the same network stay apart. */
    private static String group(String id) {
        int hash = id.hashCode();
        return "239.255." + (64 + Math.floorMod(hash >>> 8, 128)) + "." + (1 + Math.floorMod(hash, 254));
    }
}
