package io.jgbench.member;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.transport.Transport;
import io.jgbench.workload.WorkloadFactory;
import java.util.Objects;
import java.util.function.Function;

/**
 * What a member is built from.
 *
 * @param transports finds a new transport by its name; throws IllegalArgumentException with one sentence if there is
 *     none
 * @param workloads makes the workload when the member is asked to join
 * @param clock the member's clock
 * @param probes the probe for a host, given the address that the member's transport binds to
 */
public record MemberParts(
        Function<String, Transport> transports,
        WorkloadFactory<WorkloadSpec> workloads,
        EpochClock clock,
        Function<String, HostProbe> probes) {

    /** Refuses nulls. */
    public MemberParts {
        Objects.requireNonNull(transports, "transports");
        Objects.requireNonNull(workloads, "workloads");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(probes, "probes");
    }
}
