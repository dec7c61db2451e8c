package io.jgbench.coordination.protocol;

import java.time.Duration;
import java.util.Objects;

/**
 * How a member kept the rate that it was asked for.
 *
 * @param plannedNanos from its start until its last unit was due; where time was over with units due that were not
 *     handed over, until the first of them was; 0 where there was one unit only
 * @param tookNanos from its start until the last unit was handed over, or until time was over with units due
 * @param leftNanos for how long the unit had been due that was left for the longest when time was over; {@link
 *     #NOTHING_LEFT} where all that was due was handed over in the end, be it after that; 0 of a member of an earlier
 *     version, which does not tell it
 * @param lateHistogram how much later than it was due each unit was handed over, in nanoseconds, see
 *     {@link HistogramText}
 * @param generatorHistogram what of that was the member's own doing: its thread was free when the unit was due, and was
 *     not woken in time. The rest is the transport's, which still held the thread with a unit before
 */
public record OpenLoopReport(
        long plannedNanos,
        long tookNanos,
        @AddedLater long leftNanos,
        String lateHistogram,
        String generatorHistogram) {
    /** All that was due was handed over. */
    public static final long NOTHING_LEFT = -1;

    /** Refuses nulls. */
    public OpenLoopReport {
        Objects.requireNonNull(lateHistogram, "lateHistogram");
        Objects.requireNonNull(generatorHistogram, "generatorHistogram");
    }

    /** What share of the rate that was asked for was kept, up to 1; a unit alone has no rate to miss. */
    public double keptShare() {
        return plannedNanos <= 0 || plannedNanos >= tookNanos ? 1 : (double) plannedNanos / tookNanos;
    }

    /**
     * For what share of the time a unit was due that was left when it was over, 0 to 1. Of a member that does not tell
     * what it left, whatever was handed over after the end counts as left.
     *
     * @param duration for how long the loop was to last
     */
    public double leftShare(Duration duration) {
        if (leftNanos == 0) {
            return tookNanos >= duration.toNanos() ? 1 - keptShare() : 0;
        }
        return Math.clamp((double) leftNanos / duration.toNanos(), 0, 1);
    }

    /**
     * Reads its histograms once.
     *
     * @throws IllegalArgumentException if one of them cannot be read
     */
    public void readTexts() {
        WorkloadReport.readText("the histogram late", () -> HistogramText.decode(lateHistogram));
        WorkloadReport.readText("the histogram generator", () -> HistogramText.decode(generatorHistogram));
    }
}
