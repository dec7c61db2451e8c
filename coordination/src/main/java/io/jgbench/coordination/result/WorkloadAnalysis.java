package io.jgbench.coordination.result;

import io.jgbench.coordination.spec.DatagramSpec;
import io.jgbench.coordination.spec.MessageBusSpec;
import io.jgbench.coordination.spec.MulticastSpec;
import io.jgbench.coordination.spec.RpcSpec;
import java.util.List;

/** What a workload makes of its members' reports; what holds for all workloads is {@link Aggregation}'s. */
interface WorkloadAnalysis {

    /** The one for the run's workload. */
    static WorkloadAnalysis of(RunEvidence evidence, List<MemberResult> members) {
        return switch (evidence.spec().workload()) {
            case MulticastSpec spec -> new MulticastAnalysis(spec, evidence, members);
            case RpcSpec spec -> new RpcAnalysis(spec, evidence, members);
            case MessageBusSpec spec -> new MessageBusAnalysis(spec, evidence, members);
            case DatagramSpec spec -> new DatagramAnalysis(spec, evidence, members);
        };
    }

    /** Of all members that reported, partial reports included. */
    Accounts accounts();

    /** The run's figures; asked for only where each member did its whole workload. */
    RunFigures figures();

    /** What makes the figures useless or doubtful in the workload's own terms; of complete members only. */
    List<Finding> findings();
}
