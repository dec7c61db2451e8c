package io.jgbench.cli;

import io.jgbench.coordination.result.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What several pairs gave.
 *
 * @param median the ratio in the middle
 * @param lowest the smallest
 * @param highest the largest
 */
record Ratios(double median, double lowest, double highest) {

    /** The ratios of at least one pair. */
    static <T> Ratios of(List<T> pairs, ToDoubleFunction<T> ratio) {
        Spread spread = Spread.of(pairs.stream().mapToDouble(ratio).toArray());
        return new Ratios(spread.median(), spread.min(), spread.max());
    }

    /** As every comparison prints them. */
    String text() {
        return String.format(Locale.ROOT, "median %.3f, from %.3f to %.3f", median, lowest, highest);
    }
}
