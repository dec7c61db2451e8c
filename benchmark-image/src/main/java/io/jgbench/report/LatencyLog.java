package io.jgbench.report;

import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.Latency;
import java.io.OutputStream;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A member's latencies in HdrHistogram's log format, as one interval from its begin to its last message. Values are
 * nanoseconds; the interval's maximum is shown in milliseconds, the format's own default.
 */
final class LatencyLog {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private LatencyLog() {}

    static void write(MemberReport report, OutputStream out) {
        var log = new HistogramLogWriter(out);
        long beganMillis = report.beganAtEpochNanos() / 1_000_000;
        log.outputComment("[Latencies of " + report.member() + " in run " + report.runId() + ", nanoseconds]");
        if (report.partial()) {
            log.outputComment("[partial: " + report.failure().orElse("the member did not finish") + "]");
        }
        log.outputLogFormatVersion();
        log.outputStartTime(beganMillis);
        log.outputLegend();
        var histogram = Latency.decode(report.latencyHistogram());
        log.outputIntervalHistogram(
                report.beganAtEpochNanos() / NANOS_PER_SECOND,
                Math.max(report.beganAtEpochNanos(), report.lastReceivedEpochNanos()) / NANOS_PER_SECOND,
                histogram,
                NANOS_PER_MILLI);
        log.close();
    }
}
