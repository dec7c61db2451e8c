package io.jgbench.coordination.statistics;

import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How many rounds a comparison needs to find a change of a given size, planned from a few rounds that were measured
 * before.
 *
 * <p>For a t-test n = ((z(1 - alpha / 2) + z(power)) s / d)² + z(1 - alpha / 2)² / 2 (Guenther, The American
 * Statistician 35, 1981, 243-244). The signed-rank test needs π / 3 times as many where the ratios' logarithms are
 * normal (Hodges and Lehmann, Annals of Mathematical Statistics 27, 1956, 324-335). As the deviation s of a few rounds
 * is uncertain, the upper bound of its one-sided interval of 80 % takes its place (Browne, Statistics in Medicine 14,
 * 1995, 1933-1940).
 *
 * @param confidence of the claim, such as 0.99
 * @param power the probability with which such a change is to be found, such as 0.95
 */
public record RoundsNeeded(double confidence, double power) {
    private static final double DEVIATION_CONFIDENCE = 0.8;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** The least rounds of a pilot: a deviation of fewer says hardly anything. */
    public static final int LEAST_PILOT = 6;

    /**
     * The number of rounds, the pilot's included.
     *
     * @param a figures of A in the pilot, round by round
     * @param b figures of B in the same rounds, at least {@link #LEAST_PILOT} of both
     * @param minChange the change to be found, such as 0.05 for 5 %
     */
    public int of(double[] a, double[] b, double minChange) {
        double[] ratios = PairedEffect.logarithmsOfRatios(a, b);
        if (ratios.length < LEAST_PILOT) {
            throw new IllegalArgumentException(
                    "a pilot needs at least " + LEAST_PILOT + " rounds, got: " + ratios.length);
        }
        double alpha = 1 - confidence;
        double claim = NORMAL.inverseSurvivalProbability(alpha / 2);
        double found = NORMAL.inverseCumulativeProbability(power);
        double deviations = (claim + found) * upperDeviation(ratios) / Math.log1p(minChange);
        double rounds = Math.PI / 3 * (deviations * deviations + claim * claim / 2);
        return (int) Math.max(Math.ceil(rounds), HodgesLehmann.leastValues(confidence));
    }

    private static double upperDeviation(double[] values) {
        int degrees = values.length - 1;
        double deviation = StandardDeviation.of(values).getAsDouble();
        return deviation
                * Math.sqrt(degrees
                        / ChiSquaredDistribution.of(degrees).inverseCumulativeProbability(1 - DEVIATION_CONFIDENCE));
    }
}
