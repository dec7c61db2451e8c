package io.jgbench.coordination.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.PValueMethod;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;

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

    /**
     * The probability of differences that lie so unequally around 0, or more so, where each is as likely above it as
     * below. Equal ones share the mean of their ranks. Those of 0 keep their ranks and have no sign (Pratt, Journal of
     * the American Statistical Association 54, 1959, 655-667). It is counted over the signs of the ranks that there
     * are: taken for normal as soon as two are equal, it would be several times as large where all rounds agree, and
     * times in whole microseconds are often equal.
     */
    static double pValue(double... differences) {
        int[] ranks = MidRanks.doubled(Arrays.stream(differences).map(Math::abs).toArray());
        int[] signed = IntStream.range(0, ranks.length)
                .filter(index -> differences[index] != 0)
                .map(index -> ranks[index])
                .toArray();
        if (signed.length == 0) {
            return 1;
        }
        if (differences.length > MOST_EXACT) {
            return WilcoxonSignedRankTest.withDefaults()
                    .with(AlternativeHypothesis.TWO_SIDED)
                    .with(PValueMethod.ASYMPTOTIC)
                    .test(differences)
                    .getPValue();
        }
        int above = IntStream.range(0, ranks.length)
                .filter(index -> differences[index] > 0)
                .map(index -> ranks[index])
                .sum();
        int smaller = Math.min(above, Arrays.stream(signed).sum() - above);
        return Math.min(1, 2 * shareUpTo(smaller, signed));
    }

    /** The share of all choices of these ranks whose sum is at most this. */
    private static double shareUpTo(int most, int[] ranks) {
        double[] share = new double[most + 1];
        share[0] = 1;
        for (int rank : ranks) {
            for (int k = most; k >= 0; k--) {
                share[k] = (share[k] + (k >= rank ? share[k - rank] : 0)) / 2;
            }
        }
        return Arrays.stream(share).sum();
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
