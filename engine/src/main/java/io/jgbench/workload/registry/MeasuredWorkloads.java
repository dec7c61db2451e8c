package io.jgbench.workload.registry;

import io.jgbench.coordination.spec.WorkloadSpec;
import io.jgbench.coordination.workload.registry.Workloads;
import io.jgbench.workload.Workload;
import io.jgbench.workload.WorkloadContext;
import io.jgbench.workload.datagram.DatagramWorkload;
import io.jgbench.workload.messagebus.MessageBusWorkload;
import io.jgbench.workload.multicast.MulticastWorkload;
import io.jgbench.workload.rpc.RpcWorkload;

/** The measuring half of each of {@link Workloads}: the one place that knows all of them. */
public final class MeasuredWorkloads {
    private MeasuredWorkloads() {}

    /** Makes the workload that the spec describes; see {@link io.jgbench.workload.WorkloadFactory#create}. */
    public static Workload create(WorkloadSpec spec, WorkloadContext context) {
        return switch (spec.workloadType()) {
            case MULTICAST -> new MulticastWorkload(Workloads.MULTICAST.own(spec), context);
            case RPC -> new RpcWorkload(Workloads.RPC.own(spec), context);
            case MESSAGE_BUS -> new MessageBusWorkload(Workloads.MESSAGE_BUS.own(spec), context);
            case DATAGRAM -> new DatagramWorkload(Workloads.DATAGRAM.own(spec), context);
        };
    }
}
