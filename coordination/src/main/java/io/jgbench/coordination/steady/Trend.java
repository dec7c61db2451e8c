package io.jgbench.coordination.steady;

import java.util.Arrays;
import java.util.Optional;

/**
 * The trend of a series of rates, one for each of successive intervals of the same length. Whether there is one at all
 * is Mann and Kendall's test (1945, 1975); how steep it is the median of the slopes between all pairs (Theil 1950, Sen
 * 1968). Neither minds outliers, of which a rate from second to second has many.
 *
 * @param change by which part of the median rate the rates rose from the first to the last interval, less than 0 where
 *     they fell
 * @param perInterval by how much they rose from one interval to the next
 */
public record Trend(double change, double perInterval) {
    /** With fewer intervals next to any trend can be chance. */
    public static final int LEAST_INTERVALS = 8;

    /** One series in a hundred without a trend is taken for one with it: the normal distribution's two-sided 1 %. */
    private static final double CRITICAL_Z = 2.576;

    /** More intervals are merged until they are at most this many: the pairs of a week's seconds exceed the memory. */
    static final int MOST_INTERVALS = 1_000;

    /** The trend; empty where there is none, or too few intervals to tell. */
    public static Optional<Trend> of(double[] rates) {
        int together = Math.ceilDiv(rates.length, MOST_INTERVALS);
        return together <= 1
                ? ofPairs(rates)
                : ofPairs(means(rates, together))
                        .map(trend -> new Trend(trend.change(), trend.perInterval() / together));
    }

    /** What is left over at the end is too short to be an interval of its own. */
    private static double[] means(double[] rates, int together) {
        double[] means = new double[rates.length / together];
        for (int i = 0; i < means.length; i++) {
            means[i] = Arrays.stream(rates, i * together, (i + 1) * together)
                    .average()
                    .orElse(0);
        }
        return means;
    }

    private static Optional<Trend> ofPairs(double[] rates) {
        int n = rates.length;
        if (n < LEAST_INTERVALS) {
            return Optional.empty();
        }
        double[] slopes = new double[n * (n - 1) / 2];
        long score = 0;
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                score += (long) Math.signum(rates[j] - rates[i]);
                slopes[next++] = (rates[j] - rates[i]) / (j - i);
            }
        }
        double deviation = Math.sqrt(n * (n - 1.0) * (2.0 * n + 5) / 18);
        double median = median(rates);
        if (median <= 0 || (Math.abs(score) - 1) / deviation < CRITICAL_Z) {
            return Optional.empty();
        }
        double slope = median(slopes);
        return Optional.of(new Trend(slope * (n - 1) / median, slope));
    }

    /** What the line leaves unexplained: the sum of all rates' distances from it. */
    public double misfit(double[] rates) {
        double[] levelled = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            levelled[i] = rates[i] - i * perInterval;
        }
        double level = median(levelled);
        return Arrays.stream(levelled).map(rate -> Math.abs(rate - level)).sum();
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
