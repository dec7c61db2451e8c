package io.jgbench.workload;

import io.jgbench.coordination.spec.WorkloadSpec;

/** Makes workloads of one type; found with {@link java.util.ServiceLoader}. */
public interface WorkloadProvider {

    /** Whether this provider makes the workload that the spec describes. */
    boolean runs(WorkloadSpec spec);

    /**
     * Makes one workload.
     *
     * @param spec what to run
     * @param context where it stands
     */
    Workload create(WorkloadSpec spec, WorkloadContext context);
}
