package io.jgbench.coordination.result;

import io.jgbench.coordination.bottleneck.RunLoad;
import java.util.List;
import java.util.Optional;

/** What a workload makes of its members' reports; what holds for all workloads is the judge's. */
public interface WorkloadAnalysis {

    /** Of all members that reported, partial reports included. */
    Accounts accounts();

    /** The run's figures; asked for only where each member did its whole workload. */
    RunFigures figures();

    /** What the senders were asked for a second; empty where they gave all that they could. */
    Optional<RunLoad.Request> request();

    /** How long callers waited where each member has one alone; empty where it has several, or waits for no answers. */
    Optional<RunLoad.SingleCaller> singleCaller();

    /** What members were asked to spend with what they receive; empty where they were not asked to. */
    Optional<RunLoad.RequestedProcessing> requestedProcessing();

    /** Threads of a sender that wait by themselves for flow control. */
    int senderThreads();

    /** What makes the figures useless or doubtful in the workload's own terms; of complete members only. */
    List<Finding> findings();
}
