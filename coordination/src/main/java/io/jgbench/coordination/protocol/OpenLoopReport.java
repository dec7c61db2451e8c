package io.jgbench.coordination.protocol;

import java.util.Objects;

/**
 * How a member kept the rate that it was asked for.
 *
 * @param plannedNanos from its start until its last unit was due; where time was over with units due that were not
 *     handed over, until the first of them was; 0 where there was one unit only
 * @param tookNanos from its start until the last unit was handed over, or until time was over with units due
 * @param lateHistogram how much later than it was due each unit was handed over, in nanoseconds, see
 *     {@link HistogramText}
 * @param generatorHistogram what of that was the member's own doing: its thread was free when the unit was due, and was
 *     not woken in time. The rest is the transport's, which still held the thread with a unit before
 */
public record OpenLoopReport(long plannedNanos, long tookNanos, String lateHistogram, String generatorHistogram) {

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
     * Reads its histograms once.
     *
     * @throws IllegalArgumentException if one of them cannot be read
     */
    public void readTexts() {
        WorkloadReport.readText("the histogram late", () -> HistogramText.decode(lateHistogram));
        WorkloadReport.readText("the histogram generator", () -> HistogramText.decode(generatorHistogram));
    }
}
