package io.jgbench.coordination.steady;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How well the average of a series of rates is known from the series itself, by the method of batch means (Conway 1963;
 * ten batches as in Schmeiser 1982). Rates of neighbouring intervals depend on each other, the averages of ten parts of
 * the series hardly do. What changes from one run to the next it does not know.
 *
 * @param halfWidth half of the interval in which the average of a much longer series lies with 95 % confidence, as a
 *     part of the average of this one
 * @param lowest the lowest average of a part
 * @param highest the highest one
 */
public record AveragePrecision(double halfWidth, double lowest, double highest) {
    /** How many parts are compared. */
    public static final int PARTS = 10;

    private static final double QUANTILE =
            TDistribution.of(PARTS - 1).inverseSurvivalProbability(0.025) / Math.sqrt(PARTS);

    /** Of rates in successive intervals of one length; empty of fewer than there are parts, and where all are 0. */
    public static Optional<AveragePrecision> of(double[] rates) {
        if (rates.length < PARTS) {
            return Optional.empty();
        }
        double[] parts = new double[PARTS];
        for (int i = 0; i < PARTS; i++) {
            parts[i] = Mean.of(Arrays.copyOfRange(rates, i * rates.length / PARTS, (i + 1) * rates.length / PARTS))
                    .getAsDouble();
        }
        double average = Mean.of(parts).getAsDouble();
        return average <= 0
                ? Optional.empty()
                : Optional.of(new AveragePrecision(
                        QUANTILE * StandardDeviation.of(parts).getAsDouble() / average,
                        Arrays.stream(parts).min().orElseThrow(),
                        Arrays.stream(parts).max().orElseThrow()));
    }

    /**
     * How many times as long a series must be for its average to be known so well: the error of an average falls with
     * the square root of the length.
     *
     * @param wanted the half width, more than 0
     */
    public double timesAsLong(double wanted) {
        return Math.pow(halfWidth / wanted, 2);
    }
}
