package io.jgbench.coordination.statistics;

import java.util.Arrays;

/** The median of numbers. */
final class Medians {
    private Medians() {}

    static double of(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("a median needs at least one value, got none");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return ofSorted(sorted);
    }

    static double ofSorted(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
