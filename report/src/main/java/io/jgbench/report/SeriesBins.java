package io.jgbench.report;

import io.jgbench.coordination.stalls.ActivitySeries;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The intervals for which a member's samples are reported. A rest after the last whole interval counts as an interval
 * of its own if it is at least half as long. A shorter rest, whose rate would say little, is added to the last whole
 * interval.
 *
 * @param binNanos how long an interval is, at least 1
 * @param endNanos where the last one ends
 */
public record SeriesBins(long binNanos, long endNanos) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** How many there are, at least one. */
    public int number() {
        return (int) Math.max(1, (endNanos + binNanos / 2) / binNanos);
    }

    private long from(int bin) {
        return bin * binNanos;
    }

    private long to(int bin) {
        return bin == number() - 1 ? endNanos : from(bin + 1);
    }

    /** How much a counter rose in each. */
    public double[] rises(ActivitySeries series, String counter) {
        return IntStream.range(0, number())
                .mapToDouble(bin -> series.counted(counter, from(bin), to(bin)))
                .toArray();
    }

    /** How fast it rose in each, a second. */
    public List<Double> perSecond(ActivitySeries series, String counter) {
        double[] rises = rises(series, counter);
        return IntStream.range(0, rises.length)
                .mapToObj(bin -> rises[bin] * NANOS_PER_SECOND / (to(bin) - from(bin)))
                .toList();
    }
}
