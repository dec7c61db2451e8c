package io.jgbench.coordination.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The distribution of Wilcoxon's signed-rank statistic T where there is no difference: the sum of those of the ranks 1
 * to n that a fair coin chooses. It is counted exactly for up to {@value #MOST_EXACT} values, by the recursion over n
 * (Wilcoxon 1945; Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3rd edition 2014, section 3.1), and
 * above that taken for normal with mean n (n + 1) / 4 and variance n (n + 1) (2 n + 1) / 24 (the same, equation 3.8).
 */
final class SignedRanks {
    private static final int MOST_EXACT = 200;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private SignedRanks() {}

    /**
     * The largest number c for which T is less than c with at most this probability; 0 if there is none.
     *
     * @param n how many values there are
     */
    static long lowerCritical(int n, double probability) {
        if (n > MOST_EXACT) {
            double mean = n * (n + 1.0) / 4;
            double deviation = Math.sqrt(n * (n + 1.0) * (2.0 * n + 1) / 24);
            return Math.max(0, (long) Math.floor(mean + NORMAL.inverseCumulativeProbability(probability) * deviation));
        }
        double[] share = shares(n);
        double below = 0;
        for (int c = 0; c < share.length; c++) {
            below += share[c];
            if (below > probability) {
                return c;
            }
        }
        return share.length;
    }

    /** The share of all choices whose sum is k, by k. */
    private static double[] shares(int n) {
        double[] share = new double[n * (n + 1) / 2 + 1];
        share[0] = 1;
        int most = 0;
        for (int rank = 1; rank <= n; rank++) {
            most += rank;
            for (int k = most; k >= 0; k--) {
                share[k] = (share[k] + (k >= rank ? share[k - rank] : 0)) / 2;
            }
        }
        return share;
    }
}
