package io.jgbench.coordination.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Values that lie far from the others: their modified z-score, 0.6745 times the distance from the median in median
 * absolute deviations, is above 3.5 (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993). They are shown and
 * never removed.
 */
public final class Outliers {
    /** With fewer values one cannot be told from the others. */
    public static final int LEAST_VALUES = 5;

    private static final double NORMAL_QUARTILE = 0.6745;
    private static final double LIMIT = 3.5;

    private Outliers() {}

    /** The indices of these values, rising. */
    public static List<Integer> of(double... values) {
        if (values.length < LEAST_VALUES) {
            return List.of();
        }
        double median = Medians.of(values);
        double deviation = Medians.of(
                Arrays.stream(values).map(value -> Math.abs(value - median)).toArray());
        if (deviation == 0) {
            return List.of();
        }
        return IntStream.range(0, values.length)
                .filter(index -> NORMAL_QUARTILE * Math.abs(values[index] - median) / deviation > LIMIT)
                .boxed()
                .toList();
    }
}
