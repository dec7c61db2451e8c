package io.jgbench.workload;

import io.jgbench.coordination.EpochClock;
import io.jgbench.transport.DirectSender;
import io.jgbench.transport.MessageSender;
import java.util.List;
import java.util.Objects;

/**
 * Where a workload stands.
 *
 * @param members how many members the cluster has
 * @param reliable whether the transport delivers everything; see {@link io.jgbench.transport.Transport#reliable}
 * @param toAll sends to all members
 * @param toOne sends to one member, by its place in the run
 * @param clock the member's clock
 * @param hosts the address of each member, by its place in the run; empty where members are not planned
 */
public record WorkloadContext(
        int members, boolean reliable, MessageSender toAll, DirectSender toOne, EpochClock clock, List<String> hosts) {

    /** Refuses nulls and copies the hosts. */
    public WorkloadContext {
        Objects.requireNonNull(toAll, "toAll");
        Objects.requireNonNull(toOne, "toOne");
        Objects.requireNonNull(clock, "clock");
        hosts = List.copyOf(hosts);
    }

    /** Where members are not planned. */
    public WorkloadContext(int members, boolean reliable, MessageSender toAll, DirectSender toOne, EpochClock clock) {
        this(members, reliable, toAll, toOne, clock, List.of());
    }
}
