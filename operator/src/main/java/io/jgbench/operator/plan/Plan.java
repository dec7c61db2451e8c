package io.jgbench.operator.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.RunSpec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Which member runs on which node in one repetition of a run.
 *
 * @param id the repetition's identity, from which its children are named
 * @param assignments node, address and ports of each member, by index; {@code seats} in a stored record
 * @param multicastAddress the repetition's own multicast group
 * @param multicastPort its port
 */
public record Plan(
        String id, @JsonProperty("seats") List<Assignment> assignments, String multicastAddress, int multicastPort) {
    private static final int MULTICAST_PORT = 45_588;

    /** Refuses nulls and copies the assignments. */
    public Plan {
        Objects.requireNonNull(id, "id");
        assignments = List.copyOf(assignments);
        Objects.requireNonNull(multicastAddress, "multicastAddress");
    }

    /** A plan with a multicast group that follows from its identity. */
    public static Plan of(String id, List<Assignment> assignments) {
        return new Plan(id, assignments, group(id), MULTICAST_PORT);
    }

    /** The same places for another repetition. */
    public Plan forRepetition(String otherId) {
        return of(otherId, assignments);
    }

    /** The members' names, by index. */
    public List<String> names() {
        return assignments.stream().map(Assignment::member).toList();
    }

    /** The nodes, each once, in the order of the members. */
    public List<String> nodes() {
        return assignments.stream().map(Assignment::node).distinct().toList();
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
        return assignments.stream()
                .map(assignment ->
                        new Peer(assignment.index(), assignment.member(), assignment.address(), assignment.port()))
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
