package io.jgbench.workload.rpc;

import io.jgbench.coordination.spec.RpcSpec;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.workload.Workload;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadProvider;

/** Makes the workload {@code rpc}. */
public final class RpcProvider implements WorkloadProvider {

    @Override
    public boolean runs(WorkloadSpec spec) {
        return spec instanceof RpcSpec;
    }

    @Override
    public Workload create(WorkloadSpec spec, WorkloadContext context) {
        return new RpcWorkload((RpcSpec) spec, context);
    }
}
