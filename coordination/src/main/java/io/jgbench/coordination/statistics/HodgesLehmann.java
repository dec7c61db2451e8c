package io.jgbench.coordination.statistics;

import java.util.Optional;
import org.apache.commons.numbers.arrays.Selection;

/**
 * Hodges and Lehmann's estimate of where values lie, the median of the means of all pairs of them (Walsh averages),
 * each value paired with itself as well (Hodges and Lehmann, Annals of Mathematical Statistics 34, 1963, 598-611), and
 * Tukey's interval for it, which is bounded by two of these means (Hollander, Wolfe and Chicken, Nonparametric
 * Statistical Methods, 3rd edition 2014, sections 3.2 and 3.3). The interval is right for values that are spread
 * symmetrically, whatever their distribution. R's {@code wilcox.test(x, conf.int = TRUE)} gives the same.
 *
 * <p>It is asked for three of the means, which are selected: n values have n (n + 1) / 2 of them, and sorting these
 * takes seconds where n is a few thousand. Selecting moves them, so it is used by one thread at a time.
 */
public final class HodgesLehmann {
    private final double[] walshAverages;
    private final int count;

    private HodgesLehmann(double[] walshAverages, int count) {
        this.walshAverages = walshAverages;
        this.count = count;
    }

    /** Of at least one value. */
    public static HodgesLehmann of(double... values) {
        int n = values.length;
        double[] averages = new double[n * (n + 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                averages[next++] = (values[i] + values[j]) / 2;
            }
        }
        return new HodgesLehmann(averages, n);
    }

    /** The estimate. */
    public double estimate() {
        int middle = walshAverages.length / 2;
        Selection.select(walshAverages, new int[] {Math.max(0, middle - 1), middle});
        return walshAverages.length % 2 == 1
                ? walshAverages[middle]
                : (walshAverages[middle - 1] + walshAverages[middle]) / 2;
    }

    /**
     * The interval; empty with fewer than {@link #leastValues} values.
     *
     * @param confidence such as 0.95
     */
    public Optional<Interval> interval(double confidence) {
        long critical = SignedRanks.lowerCritical(count, (1 - confidence) / 2);
        if (critical < 1) {
            return Optional.empty();
        }
        int low = (int) critical - 1;
        int high = walshAverages.length - 1 - low;
        Selection.select(walshAverages, new int[] {low, high});
        return Optional.of(new Interval(walshAverages[low], walshAverages[high], confidence));
    }

    /**
     * The least number of values that have an interval: with n values the widest one misses with a probability of 2 /
     * 2^n. 6 for 95 %, 8 for 99 %.
     */
    public static int leastValues(double confidence) {
        return (int) Math.ceil(1 - Math.log(1 - confidence) / Math.log(2) - 1e-9);
    }
}
