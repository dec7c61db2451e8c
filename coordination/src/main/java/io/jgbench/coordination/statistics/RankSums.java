package io.jgbench.coordination.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The distribution of Mann and Whitney's U where there is no difference: how many of the pairs of one value of each
 * of two samples have the larger value in the second (Mann and Whitney, Annals of Mathematical Statistics 18, 1947,
 * 50-60). It is counted exactly for up to {@value #MOST_EXACT} values of each, by their recursion, and above that taken
 * for normal with mean n m / 2 and variance n m (n + m + 1) / 12.
 */
final class RankSums {
    private static final int MOST_EXACT = 50;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private RankSums() {}

    /**
     * The largest number c for which U is less than c with at most this probability; 0 if there is none.
     *
     * @param n how many values the first sample has
     * @param m how many the second has
     */
    static long lowerCritical(int n, int m, double probability) {
        if (n > MOST_EXACT || m > MOST_EXACT) {
            double deviation = Math.sqrt((double) n * m * (n + m + 1.0) / 12);
            double critical = (double) n * m / 2 + NORMAL.inverseCumulativeProbability(probability) * deviation;
            return Math.max(0, (long) Math.floor(critical));
        }
        double[] share = shares(n, m);
        double below = 0;
        for (int c = 0; c < share.length; c++) {
            below += share[c];
            if (below > probability) {
                return c;
            }
        }
        return share.length;
    }

    /**
     * The share of all orders of n and m values in which U is u, by u. The largest value is one of the second sample in
     * m of n + m orders, and then it adds n to U.
     */
    private static double[] shares(int n, int m) {
        double[][] ofFewer = new double[n + 1][];
        for (int i = 0; i <= n; i++) {
            ofFewer[i] = new double[] {1};
        }
        for (int j = 1; j <= m; j++) {
            double[][] next = new double[n + 1][];
            next[0] = new double[] {1};
            for (int i = 1; i <= n; i++) {
                next[i] = new double[i * j + 1];
                double ofSecond = (double) j / (i + j);
                for (int u = 0; u < ofFewer[i].length; u++) {
                    next[i][u + i] += ofSecond * ofFewer[i][u];
                }
                for (int u = 0; u < next[i - 1].length; u++) {
                    next[i][u] += (1 - ofSecond) * next[i - 1][u];
                }
            }
            ofFewer = next;
        }
        return ofFewer[n];
    }
}
