package io.jgbench.member;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.protocol.GroupKey;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.counters.HostProbe;
import io.jgbench.transport.Transport;
import io.jgbench.workload.WorkloadFactory;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a member is built from.
 *
 * @param transports finds a new transport by its name; throws IllegalArgumentException with one sentence if there is
 *     none
 * @param workloads makes the workload when the member is asked to join
 * @param clock the member's clock
 * @param probes the probe for a host, given the address that the member's transport binds to
 * @param groupKey the key that the member shares with the others of its run; empty if it has none
 */
public record MemberParts(
        Function<String, Transport> transports,
        WorkloadFactory<WorkloadSpec> workloads,
        EpochClock clock,
        Function<String, HostProbe> probes,
        Optional<GroupKey> groupKey) {

    /** Refuses nulls. */
    public MemberParts {
        Objects.requireNonNull(transports, "transports");
        Objects.requireNonNull(workloads, "workloads");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(probes, "probes");
        Objects.requireNonNull(groupKey, "groupKey");
    }

    /** Without a key. */
    public MemberParts(
            Function<String, Transport> transports,
            WorkloadFactory<WorkloadSpec> workloads,
            EpochClock clock,
            Function<String, HostProbe> probes) {
        this(transports, workloads, clock, probes, Optional.empty());
    }

    /** The same for a member that has a key. */
    MemberParts withGroupKey(Optional<GroupKey> key) {
        return new MemberParts(transports, workloads, clock, probes, key);
    }
}
