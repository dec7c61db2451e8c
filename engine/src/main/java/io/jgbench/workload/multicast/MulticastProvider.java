package io.jgbench.workload.multicast;

import io.jgbench.coordination.spec.MulticastSpec;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.workload.Workload;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadProvider;

/** Makes the workload {@code multicast}. */
public final class MulticastProvider implements WorkloadProvider {

    @Override
    public boolean runs(WorkloadSpec spec) {
        return spec instanceof MulticastSpec;
    }

    @Override
    public Workload create(WorkloadSpec spec, WorkloadContext context) {
        return new MulticastWorkload(
                (MulticastSpec) spec, context.members(), context.reliable(), context.toAll(), context.clock());
    }
}
