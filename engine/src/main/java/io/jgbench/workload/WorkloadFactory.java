package io.jgbench.workload;

import io.jgbench.coordination.spec.WorkloadSpec;

/**
 * Makes the measuring half of a workload.
 *
 * @param <S> what is to be run
 */
@FunctionalInterface
public interface WorkloadFactory<S extends WorkloadSpec> {

    /**
     * Makes one workload.
     *
     * @param spec what to run
     * @param context where it stands
     */
    Workload create(S spec, WorkloadContext context);
}
