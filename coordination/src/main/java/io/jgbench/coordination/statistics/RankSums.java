package io.jgbench.coordination.statistics;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;

/**
 * The distribution of Mann and Whitney's U where there is no difference: U counts the pairs, one value of each sample,
 * in which the value of the second sample is larger (Mann and Whitney, Annals of Mathematical Statistics 18, 1947,
 * 50-60). It is counted exactly, by their recursion, where the smaller sample has up to {@value #MOST_OF_FEWER} values
 * and there are up to {@value #MOST_PAIRS} pairs, and else taken for normal with mean n m / 2 and variance n m (n + m +
 * 1) / 12. Of two values beside many it is far from normal, however many these are.
 */
final class RankSums {
    private static final int MOST_OF_FEWER = 50;

    /** Counting takes time with their square. */
    private static final int MOST_PAIRS = 10_000;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private RankSums() {}

    /**
     * The largest number c for which U is less than c with at most this probability; 0 if there is none.
     *
     * @param n how many values the first sample has
     * @param m how many the second has
     */
    static long lowerCritical(int n, int m, double probability) {
        if (!isCounted(n, m)) {
            double deviation = Math.sqrt((double) n * m * (n + m + 1.0) / 12);
            double critical = (double) n * m / 2 + NORMAL.inverseCumulativeProbability(probability) * deviation;
            return Math.max(0, (long) Math.floor(critical));
        }
        if (!hasCritical(n, m, probability)) {
            return 0;
        }
        double[] share = shares(Math.min(n, m), Math.max(n, m));
        double below = share[0];
        for (int c = 1; c < share.length; c++) {
            below += share[c];
            if (below > probability) {
                return c;
            }
        }
        return share.length;
    }

    /**
     * Whether {@link #lowerCritical} is at least 1: U is 0 in one of all choices. Counting them all takes a thousand
     * times as long.
     */
    static boolean hasCritical(int n, int m, double probability) {
        return isCounted(n, m)
                ? 1 / binomial(n + m, Math.min(n, m)) <= probability
                : lowerCritical(n, m, probability) >= 1;
    }

    private static boolean isCounted(int n, int m) {
        return Math.min(n, m) <= MOST_OF_FEWER && (long) n * m <= MOST_PAIRS;
    }

    /**
     * The probability of samples that lie so far apart, or further, where there is no difference. Equal values share
     * the mean of their ranks. It is counted over all choices of these ranks for the smaller sample, see {@link
     * SignedRanks#pValue}.
     */
    static double pValue(double[] a, double[] b) {
        if (areAllEqual(a, b)) {
            return 1;
        }
        if (!isCounted(a.length, b.length)) {
            return MannWhitneyUTest.withDefaults()
                    .with(AlternativeHypothesis.TWO_SIDED)
                    .with(PValueMethod.ASYMPTOTIC)
                    .test(b, a)
                    .getPValue();
        }
        return a.length <= b.length ? countedPValue(a, b) : countedPValue(b, a);
    }

    /** They have no order, and the normal distribution of their ranks no variance. */
    private static boolean areAllEqual(double[] a, double[] b) {
        return DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).allMatch(value -> value == a[0]);
    }

    private static double countedPValue(double[] fewer, double[] more) {
        int all = fewer.length + more.length;
        int[] ranks = MidRanks.doubled(
                DoubleStream.concat(Arrays.stream(fewer), Arrays.stream(more)).toArray());
        int sum = IntStream.range(0, fewer.length).map(index -> ranks[index]).sum();
        int mean = fewer.length * (all + 1);
        double share = sum <= mean
                ? shareUpTo(sum, fewer.length, ranks)
                : shareUpTo(
                        2 * mean - sum,
                        fewer.length,
                        Arrays.stream(ranks).map(rank -> 2 * (all + 1) - rank).toArray());
        return Math.min(1, 2 * share);
    }

    /** Of all choices of {@code chosen} ranks, the share whose sum is at most {@code most}. */
    private static double shareUpTo(int most, int chosen, int[] ranks) {
        double[][] choices = new double[chosen + 1][most + 1];
        choices[0][0] = 1;
        for (int rank : ranks) {
            for (int count = chosen; count >= 1; count--) {
                for (int sum = most; sum >= rank; sum--) {
                    choices[count][sum] += choices[count - 1][sum - rank];
                }
            }
        }
        return Arrays.stream(choices[chosen]).sum() / binomial(ranks.length, chosen);
    }

    private static double binomial(int n, int k) {
        double choices = 1;
        for (int i = 1; i <= k; i++) {
            choices = choices * (n - k + i) / i;
        }
        return choices;
    }

    /**
     * The share of all orders of n and m values in which U is u, by u. The largest value is one of the second sample in
     * m of n + m orders, and then it adds n to U. Where n is the smaller one, less is in memory.
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
