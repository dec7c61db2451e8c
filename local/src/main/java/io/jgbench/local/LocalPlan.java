package io.jgbench.local;

import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.protocol.Peer;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.local.host.Hosts;
import io.jgbench.local.host.PortPlan;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Who runs where in one repetition of a local run.
 *
 * @param runId the repetition's identity
 * @param spec what the run does
 * @param peers all members with the addresses of their transports, by index
 * @param ports the ports that were chosen for them
 */
record LocalPlan(String runId, RunSpec spec, List<Peer> peers, PortPlan ports) {
    private static final int CLUSTER_NAME_LENGTH = 4;

    /** Refuses nulls and copies the peers. */
    LocalPlan {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(spec, "spec");
        peers = List.copyOf(peers);
        Objects.requireNonNull(ports, "ports");
    }

    /** Puts member <i>i</i> on host <i>i</i>. */
    static LocalPlan of(String runId, RunSpec spec, Hosts hosts, PortPlan ports) {
        List<Peer> peers = IntStream.range(0, spec.members())
                .mapToObj(i -> new Peer(i, hosts.host(i).name(), hosts.host(i).address(), ports.port(i)))
                .toList();
        return new LocalPlan(runId, spec, peers, ports);
    }

    /** The members' names, by index. */
    List<String> names() {
        return peers.stream().map(Peer::name).toList();
    }

    /** The request that makes a member join the others. */
    JoinRequest join(int member, Duration timeout) {
        return new JoinRequest(
                spec.workload(),
                spec.transport(),
                clusterName(),
                member,
                peers,
                ports.multicast().address(),
                ports.multicast().port(),
                timeout);
    }

    /** The end of the run's identity: short, as JGroups sends it with every batch, and yet each run's own. */
    private String clusterName() {
        return runId.substring(Math.max(0, runId.length() - CLUSTER_NAME_LENGTH));
    }
}
