package io.jgbench.workload.messagebus;

import io.jgbench.coordination.spec.MessageBusSpec;
import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.workload.Workload;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.WorkloadProvider;

/** Makes the workload {@code messageBus}. */
public final class MessageBusProvider implements WorkloadProvider {

    /** Found by {@link java.util.ServiceLoader}. */
    public MessageBusProvider() {}

    @Override
    public boolean runs(WorkloadSpec spec) {
        return spec instanceof MessageBusSpec;
    }

    @Override
    public Workload create(WorkloadSpec spec, WorkloadContext context) {
        return new MessageBusWorkload((MessageBusSpec) spec, context);
    }
}
