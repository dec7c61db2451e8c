package io.jgbench.report.files;

import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.TimeSeries;
import io.jgbench.coordination.stalls.Stall;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * A member's time series as comma-separated values. Times are milliseconds since the member began; the last column is
 * for how long the member stood still since the line before.
 */
final class TimeSeriesCsv {
    private TimeSeriesCsv() {}

    static void write(MemberReport report, List<Stall> stalls, Writer out) throws IOException {
        TimeSeries series = report.workload().timeSeries();
        out.write("elapsed_ms," + String.join(",", series.columns()) + ",stalled_ms\n");
        long beforeNanos = 0;
        for (var point : series.points()) {
            out.write(String.valueOf(elapsedMillis(point.epochNanos(), report.beganAtEpochNanos())));
            for (long value : point.values()) {
                out.write("," + value);
            }
            long nanos = point.epochNanos() - report.beganAtEpochNanos();
            out.write("," + stalledMillis(stalls, beforeNanos, nanos) + "\n");
            beforeNanos = nanos;
        }
    }

    private static long stalledMillis(List<Stall> stalls, long fromNanos, long toNanos) {
        return stalls.stream()
                        .mapToLong(stall -> Math.min(toNanos, stall.toNanos()) - Math.max(fromNanos, stall.fromNanos()))
                        .filter(nanos -> nanos > 0)
                        .sum()
                / 1_000_000L;
    }

    private static long elapsedMillis(long epochNanos, long beganAtEpochNanos) {
        return Math.floorDiv(epochNanos - beganAtEpochNanos, 1_000_000L);
    }
}
