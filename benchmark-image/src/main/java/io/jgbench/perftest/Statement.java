package io.jgbench.perftest;

import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.MulticastReport;
import java.util.Map;

/**
 * What a member tells the others at the end.
 *
 * @param report its report
 * @param clock how its clock stands to the first member's
 */
record Statement(MemberReport report, ClockOffset clock) {

    /** The same without what the others do not need: the time series and the facts about the host. */
    Statement brief() {
        var multicast = (MulticastReport) report.workload();
        return new Statement(
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
                        Map.of()),
                clock);
    }
}
