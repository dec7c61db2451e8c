package io.jgbench.perftest;

import io.jgbench.coordination.environment.HostFact;
import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.workload.registry.Workloads;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a member sends to the others at the end.
 *
 * @param report its report
 * @param clock how its clock stands to the first member's
 * @param address where its messages leave its host
 */
record FinalReport(MemberReport report, ClockOffset clock, String address) {

    /** The same without what the others do not need: the time series and all facts about the host but its link. */
    FinalReport brief() {
        var multicast = Workloads.MULTICAST.own(report.workload());
        return new FinalReport(
                new MemberReport(
                        report.runId(),
                        report.member(),
                        report.index(),
                        report.partial(),
                        report.failure(),
                        report.beganAtEpochNanos(),
                        multicast.withoutSamples(),
                        report.counters(),
                        report.framing(),
                        link(report.host())),
                clock,
                address);
    }

    private static Map<String, String> link(Map<String, String> facts) {
        Map<String, String> link = new HashMap<>(facts);
        link.keySet()
                .retainAll(Set.of(
                        HostFact.INTERFACE.label(), HostFact.MTU.label(), HostFact.LINE_RATE_BITS_PER_SECOND.label()));
        return link;
    }
}
