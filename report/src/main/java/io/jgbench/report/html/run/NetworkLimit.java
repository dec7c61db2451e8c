package io.jgbench.report.html.run;

import io.jgbench.api.v1alpha1.StatusSummary;
import io.jgbench.api.v1alpha1.StatusSummaryBuilder;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.workload.registry.Workloads;
import java.util.Optional;

/** What the network allows a member of a run, as its status has it. */
record NetworkLimit(Optional<Long> bytesPerSecond, Optional<Integer> efficiencyPermille) {

    /** That of a run; empty where nothing is known of the links, or the workload has no limit. */
    NetworkLimit(RunResult run) {
        this(run.figures().map(_ -> summary(run)));
    }

    private NetworkLimit(Optional<StatusSummary> summary) {
        this(summary.map(StatusSummary::limitBytesPerSecond), summary.map(StatusSummary::efficiencyPermille));
    }

    private static StatusSummary summary(RunResult run) {
        var summary = StatusSummaryBuilder.builder();
        Workloads.of(run.spec().workload().workloadType()).summarize(run, summary);
        return summary.build();
    }
}
