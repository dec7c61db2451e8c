package io.jgbench.perftest;

import io.jgbench.coordination.protocol.ClockOffset;
import io.jgbench.coordination.protocol.MemberReport;
import java.util.List;
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
        return new Statement(
                new MemberReport(
                        report.runId(),
                        report.member(),
                        report.index(),
                        report.partial(),
                        report.failure(),
                        report.sender(),
                        report.beganAtEpochNanos(),
                        report.sentMessages(),
                        report.receivedMessages(),
                        report.expectedMessages(),
                        report.messageSizeBytes(),
                        report.firstReceivedEpochNanos(),
                        report.lastReceivedEpochNanos(),
                        report.streams(),
                        report.latencyHistogram(),
                        List.of(),
                        report.counters(),
                        report.framing(),
                        Map.of()),
                clock);
    }
}
