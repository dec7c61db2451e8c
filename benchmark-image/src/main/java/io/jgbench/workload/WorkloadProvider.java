package io.jgbench.workload;

import io.jgbench.coordination.EpochClock;
import io.jgbench.coordination.spec.WorkloadSpec;

/** Makes workloads of one type; found with {@link java.util.ServiceLoader}. */
public interface WorkloadProvider {

    /** Whether this provider makes the workload that the spec describes. */
    boolean runs(WorkloadSpec spec);

    /**
     * Makes one workload.
     *
     * @param spec what to run
     * @param members how many members the cluster has
     * @param reliable whether the transport delivers everything; see {@link io.jgbench.transport.Transport#reliable}
     * @param sender sends to all members
     * @param clock the member's clock
     */
    Workload create(WorkloadSpec spec, int members, boolean reliable, MessageSender sender, EpochClock clock);
}
