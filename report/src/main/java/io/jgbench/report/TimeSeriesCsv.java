package io.jgbench.report;

import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.TimeSeries;
import java.io.IOException;
import java.io.Writer;

/** A member's time series as comma-separated values. Times are milliseconds since the member began. */
final class TimeSeriesCsv {
    private TimeSeriesCsv() {}

    static void write(MemberReport report, Writer out) throws IOException {
        TimeSeries series = report.workload().timeSeries();
        out.write("elapsed_ms," + String.join(",", series.columns()) + "\n");
        for (var point : series.points()) {
            out.write(String.valueOf(elapsedMillis(point.epochNanos(), report.beganAtEpochNanos())));
            for (long value : point.values()) {
                out.write("," + value);
            }
            out.write("\n");
        }
    }

    private static long elapsedMillis(long epochNanos, long beganAtEpochNanos) {
        return Math.floorDiv(epochNanos - beganAtEpochNanos, 1_000_000L);
    }
}
