package io.jgbench.workload.datagram;

import io.jgbench.coordination.spec.DatagramSpec;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.workload.Workload;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadProvider;

/** Makes the workload {@code datagram}. */
public final class DatagramProvider implements WorkloadProvider {

    @Override
    public boolean runs(WorkloadSpec spec) {
        return spec instanceof DatagramSpec;
    }

    @Override
    public Workload create(WorkloadSpec spec, WorkloadContext context) {
        return new DatagramWorkload((DatagramSpec) spec, context);
    }
}
