package io.jgbench.report.files;

import io.jgbench.coordination.protocol.HistogramText;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.result.OneWayLatency;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A member's latencies in HdrHistogram's log format, as one interval from its start to its end, one line for each
 * thing that was timed, with its name as the tag where there are several. Those that end at the member and began at
 * others are among them, where the clocks allow to know them. The loopback always has its tag: without it, it would be
 * taken for these. Values are nanoseconds; the interval's maximum is shown in milliseconds, the format's own default.
 */
final class LatencyLog {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private LatencyLog() {}

    /**
     * Writes them.
     *
     * @param oneWay those from others, by what was timed
     */
    static void write(MemberReport report, Map<String, OneWayLatency> oneWay, OutputStream out) throws IOException {
        // the writer's stream swallows errors, so that a full disk would leave a truncated log that passes as whole
        var whole = new ByteArrayOutputStream();
        var log = new HistogramLogWriter(whole);
        long beganMillis = report.beganAtEpochNanos() / 1_000_000;
        log.outputComment("[Latencies of " + report.member() + " in run " + report.runId() + ", nanoseconds]");
        if (report.partial()) {
            log.outputComment("[partial: " + report.failure().orElse("the member did not finish") + "]");
        }
        var histograms = new TreeMap<>(report.workload().histograms());
        oneWay.forEach((name, latency) -> {
            String text = latency.histograms().get(report.index());
            if (text != null) {
                histograms.put(name, text);
                log.outputComment("[" + name + ": right within " + latency.errorMicros() + " microseconds"
                        + (latency.driftKnown() ? "" : ", or worse: the clocks were not measured after the run") + "]");
            }
        });
        log.outputLogFormatVersion();
        log.outputStartTime(beganMillis);
        log.outputLegend();
        double beganSeconds = report.beganAtEpochNanos() / NANOS_PER_SECOND;
        double endedSeconds =
                Math.max(report.beganAtEpochNanos(), report.workload().endedAtEpochNanos()) / NANOS_PER_SECOND;
        histograms.forEach((name, text) -> {
            var histogram = HistogramText.decode(text);
            if (histograms.size() > 1 || name.equals(WorkloadReport.LOOPBACK)) {
                histogram.setTag(name);
            }
            log.outputIntervalHistogram(beganSeconds, endedSeconds, histogram, NANOS_PER_MILLI);
        });
        log.close();
        whole.writeTo(out);
    }
}
