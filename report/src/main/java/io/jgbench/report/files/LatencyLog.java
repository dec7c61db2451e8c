package io.jgbench.report.files;

import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.MemberReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.TreeMap;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A member's latencies in HdrHistogram's log format, as one interval from its start to its end, one line for each
 * thing that was timed, with its name as the tag where there are several. Values are nanoseconds; the interval's
 * maximum is shown in milliseconds, the format's own default.
 */
final class LatencyLog {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private LatencyLog() {}

    static void write(MemberReport report, OutputStream out) throws IOException {
        // the writer's stream swallows errors, so that a full disk would leave a truncated log that passes as whole
        var whole = new ByteArrayOutputStream();
        var log = new HistogramLogWriter(whole);
        long beganMillis = report.beganAtEpochNanos() / 1_000_000;
        log.outputComment("[Latencies of " + report.member() + " in run " + report.runId() + ", nanoseconds]");
        if (report.partial()) {
            log.outputComment("[partial: " + report.failure().orElse("the member did not finish") + "]");
        }
        log.outputLogFormatVersion();
        log.outputStartTime(beganMillis);
        log.outputLegend();
        double beganSeconds = report.beganAtEpochNanos() / NANOS_PER_SECOND;
        double endedSeconds =
                Math.max(report.beganAtEpochNanos(), report.workload().endedAtEpochNanos()) / NANOS_PER_SECOND;
        var histograms = new TreeMap<>(report.workload().histograms());
        histograms.forEach((name, text) -> {
            var histogram = HistogramText.decode(text);
            if (histograms.size() > 1) {
                histogram.setTag(name);
            }
            log.outputIntervalHistogram(beganSeconds, endedSeconds, histogram, NANOS_PER_MILLI);
        });
        log.close();
        whole.writeTo(out);
    }
}
