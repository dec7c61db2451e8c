package io.jgbench.coordination.result;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * How far values lie apart.
 *
 * @param min the smallest
 * @param median the one in the middle, the mean of the two in the middle of an even number
 * @param max the largest
 * @param relativePermille (max − min) / mean in thousandths, 0 where the mean is 0
 */
public record Spread(double min, double median, double max, long relativePermille) {

    /** (max − min) / median in thousandths; empty where the median is 0, of which nothing is a share. */
    public OptionalDouble permilleOfMedian() {
        return median == 0 ? OptionalDouble.empty() : OptionalDouble.of((max - min) * 1000 / median);
    }

    /** The spread of at least one value. */
    public static Spread of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("a spread needs at least one value, got none");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double min = sorted[0];
        double max = sorted[sorted.length - 1];
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        double mean = Arrays.stream(sorted).sum() / sorted.length;
        return new Spread(min, median, max, mean == 0 ? 0 : Math.round((max - min) * 1000 / mean));
    }
}
