package io.jgbench.perftest;

import io.jgbench.coordination.protocol.Activity;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MemberReportBuilder;
import io.jgbench.coordination.workload.registry.Workloads;

/**
 * What a member sends to the others at the end.
 *
 * @param report its report
 * @param clock how its clock stands to the first member's
 * @param address where its messages leave its host
 */
record FinalReport(MemberReport report, ClockOffset clock, String address) {

    /**
     * The same without the time series, which others do not need. All facts about the host remain, as each member
     * judges by those of all: whether they run the same versions, share a host, or have a stack that compresses.
     */
    FinalReport brief() {
        var multicast = Workloads.MULTICAST.own(report.workload());
        return new FinalReport(
                MemberReportBuilder.builder(report)
                        .workload(multicast.withoutSamples())
                        .activity(Activity.NONE)
                        .build(),
                clock,
                address);
    }
}
