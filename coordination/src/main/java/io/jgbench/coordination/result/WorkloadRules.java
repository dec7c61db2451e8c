package io.jgbench.coordination.result;

import io.jgbench.coordination.protocol.MemberReport;
import java.util.List;

/** How the reports of one workload are read. */
public interface WorkloadRules {

    /** What a member's report comes to. */
    MemberFigures memberFigures(MemberReport report);

    /**
     * What is made of the reports of all.
     *
     * @param members all that were planned, by index
     */
    WorkloadAnalysis analysis(RunEvidence evidence, List<MemberResult> members);
}
