package io.jgbench.coordination.result;

import io.jgbench.api.v1alpha1.StatusMember;
import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.coordination.spec.DatagramSpec;
import io.jgbench.coordination.spec.MessageBusSpec;
import io.jgbench.coordination.spec.MulticastSpec;
import io.jgbench.coordination.spec.RpcSpec;

/** What a workload writes into a status. */
interface WorkloadStatus {

    /** The one for the run's workload. */
    static WorkloadStatus of(RepetitionsResult result) {
        return switch (result.representative().spec().workload()) {
            case MulticastSpec _ -> new MulticastStatus(result);
            case RpcSpec _ -> new RpcStatus(result);
            case MessageBusSpec _ -> new MessageBusStatus(result);
            case DatagramSpec _ -> new DatagramStatus(result);
        };
    }

    /** The figures of the representative repetition; asked for only where it has figures. */
    StatusSummary summary();

    /** What one member saw. */
    StatusMember member(MemberResult member);
}
