package io.jgbench.coordination.statistics;

import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Whether values rise or fall in the order in which they were measured. Whether there is a trend is decided by Mann and
 * Kendall's test (Mann, Econometrica 13, 1945, 245-259; Kendall, Rank Correlation Methods, 1975), exact for up to
 * {@value #MOST_EXACT} different values, and else by the normal distribution, without the correction for equal values,
 * so that it rather finds none. The steepness is Theil and Sen's slope, the median of the slopes between all pairs
 * (Sen, Journal of the American Statistical Association 63, 1968, 1379-1389).
 *
 * @param changePermille the slope times the number of steps, in thousandths of the median
 * @param pValue the probability of so much order, or more, among values that do not drift
 */
public record Drift(double changePermille, double pValue) {
    /** With fewer values no order is unlikely: with 5 the strictest has a p-value of 1 in 60. */
    public static final int LEAST_VALUES = 5;

    /** A p-value up to this one is drift. */
    public static final double SIGNIFICANT = 0.01;

    private static final int MOST_EXACT = 100;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /**
     * Of values in the order of time; empty with fewer than {@link #LEAST_VALUES}, or where their median is 0, of which
     * nothing is a share.
     */
    public static Optional<Drift> of(double... values) {
        int n = values.length;
        if (n < LEAST_VALUES || Medians.of(values) == 0) {
            return Optional.empty();
        }
        double[] slopes = new double[n * (n - 1) / 2];
        int next = 0;
        long score = 0;
        boolean tied = false;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                slopes[next++] = (values[j] - values[i]) / (j - i);
                score += (long) Math.signum(values[j] - values[i]);
                tied |= values[j] == values[i];
            }
        }
        double change = Medians.of(slopes) * (n - 1) * 1000 / Math.abs(Medians.of(values));
        boolean exact = n <= MOST_EXACT && !tied;
        return Optional.of(new Drift(change, exact ? exactPValue(n, Math.abs(score)) : normalPValue(n, score)));
    }

    /** Whether it is more than chance. */
    public boolean isSignificant() {
        return pValue <= SIGNIFICANT;
    }

    /** Twice the share of permutations with a score of at least this one. */
    private static double exactPValue(int n, long score) {
        int pairs = n * (n - 1) / 2;
        double[] share = inversionShares(n);
        // a permutation with k inversions has the score pairs - 2 k
        long most = (pairs - score) / 2;
        double tail = 0;
        for (int k = 0; k <= most; k++) {
            tail += share[k];
        }
        return Math.min(1, 2 * tail);
    }

    /** The share of permutations of n values with k inversions, by k: the n-th value adds 0 to n - 1 of them. */
    private static double[] inversionShares(int n) {
        double[] share = {1};
        for (int size = 2; size <= n; size++) {
            double[] larger = new double[size * (size - 1) / 2 + 1];
            for (int k = 0; k < share.length; k++) {
                for (int added = 0; added < size; added++) {
                    larger[k + added] += share[k] / size;
                }
            }
            share = larger;
        }
        return share;
    }

    private static double normalPValue(int n, long score) {
        double deviation = Math.sqrt(n * (n - 1.0) * (2.0 * n + 5) / 18);
        double z = Math.max(0, Math.abs(score) - 1) / deviation;
        return Math.min(1, 2 * NORMAL.survivalProbability(z));
    }
}
