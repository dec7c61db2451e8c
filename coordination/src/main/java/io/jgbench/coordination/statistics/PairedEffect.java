package io.jgbench.coordination.statistics;

import java.util.Optional;

/**
 * By how much figures of B lie above those of A that were measured in the same round. The logarithms of the ratios are
 * looked at, so that twice as much and half as much are equally far. Their location is {@link HodgesLehmann}'s, and the
 * p-value that of Wilcoxon's signed-rank test (Wilcoxon, Biometrics Bulletin 1, 1945, 80-83), which fits that interval.
 *
 * @param pairs how many rounds have both figures
 * @param change the estimated ratio of B to A less 1, such as 0.05 where B is 5 % above A
 * @param interval the interval of {@code change}; empty with too few pairs
 * @param pValue the probability of such ratios, or more unequal ones, where there is no difference
 */
public record PairedEffect(int pairs, double change, Optional<Interval> interval, double pValue) implements Effect {

    /** What is absent in JSON is empty. */
    public PairedEffect {
        interval = interval == null ? Optional.empty() : interval;
    }

    /**
     * Of figures above 0, round by round.
     *
     * @param confidence of the interval, such as 0.99
     */
    public static PairedEffect of(double[] a, double[] b, double confidence) {
        double[] ratios = logarithmsOfRatios(a, b);
        var location = HodgesLehmann.of(ratios);
        return new PairedEffect(
                ratios.length,
                Math.expm1(location.estimate()),
                location.interval(confidence).map(interval -> interval.map(Math::expm1)),
                SignedRanks.pValue(ratios));
    }

    /** ln(b / a) of each pair; there must be as many of both, at least one, and all above 0. */
    static double[] logarithmsOfRatios(double[] a, double[] b) {
        if (a.length != b.length || a.length == 0) {
            throw new IllegalArgumentException(
                    "pairs need as many figures of A as of B, at least one, got: " + a.length + " and " + b.length);
        }
        double[] ratios = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            if (!(a[i] > 0) || !(b[i] > 0)) {
                throw new IllegalArgumentException("paired figures must be above 0, got: " + a[i] + " and " + b[i]);
            }
            ratios[i] = logarithmOfRatio(a[i], b[i]);
        }
        return ratios;
    }

    /** 10 to 11 is as far as 11 to 10, to the last bit: only then do the two share a rank, and cancel out. */
    private static double logarithmOfRatio(double a, double b) {
        return b >= a ? Math.log(b / a) : -Math.log(a / b);
    }

    @Override
    public int rounds() {
        return pairs;
    }

    @Override
    public int leastRounds(double confidence) {
        return HodgesLehmann.leastValues(confidence);
    }
}
