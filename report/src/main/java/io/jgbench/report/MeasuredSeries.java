package io.jgbench.report;

import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.stalls.ActivitySeries;
import java.util.Optional;

/**
 * A member's samples with the time that they are told of.
 *
 * @param samples the samples
 * @param endNanos until when it was measured, from its start on; of one that failed, until when it was sampled
 */
public record MeasuredSeries(ActivitySeries samples, long endNanos) {

    /** That of a member; empty where it left no report. */
    public static Optional<MeasuredSeries> of(MemberResult member) {
        return member.report().map(MeasuredSeries::of);
    }

    private static MeasuredSeries of(MemberReport report) {
        var samples = ActivitySeries.of(report.activity(), report.beganAtEpochNanos());
        long sampled = samples.endNanos();
        long measured = report.measuredNanos();
        return new MeasuredSeries(samples, measured == 0 ? sampled : Math.min(sampled, measured));
    }
}
