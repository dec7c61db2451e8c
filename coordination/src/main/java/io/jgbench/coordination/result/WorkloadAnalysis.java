package io.jgbench.coordination.result;

import java.util.List;

/** What a workload makes of its members' reports; what holds for all workloads is {@link Aggregation}'s. */
public interface WorkloadAnalysis {

    /** Of all members that reported, partial reports included. */
    Accounts accounts();

    /** The run's figures; asked for only where each member did its whole workload. */
    RunFigures figures();

    /** What makes the figures useless or doubtful in the workload's own terms; of complete members only. */
    List<Finding> findings();
}
