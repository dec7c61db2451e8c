package io.jgbench.coordination.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * By how much figures of B lie above those of A that were measured at another time. The logarithms of the figures are
 * looked at, as {@link PairedEffect} does. The shift is Hodges and Lehmann's for two samples, the median of the
 * differences of each value of one and each of the other, with Moses' interval (Hollander, Wolfe and Chicken,
 * Nonparametric Statistical Methods, 3rd edition 2014, sections 4.2 and 4.3); the p-value is that of Mann and Whitney's
 * test, which fits that interval. R's {@code wilcox.test(b, a, conf.int = TRUE)} gives the same where no two figures
 * are equal. Unlike with pairs, an hour in which the machine was slow is part of the difference.
 *
 * @param figuresOfA how many there are of A
 * @param figuresOfB how many there are of B
 * @param change the estimated ratio of B to A less 1
 * @param interval the interval of {@code change}; empty with too few figures
 * @param pValue the probability of such figures, or more unequal ones, where there is no difference
 */
public record UnpairedEffect(int figuresOfA, int figuresOfB, double change, Optional<Interval> interval, double pValue)
        implements Effect {

    /** A number of figures with which every interval is known. */
    private static final int MOST_FIGURES = 1000;

    /** What is absent in JSON is empty. */
    public UnpairedEffect {
        interval = interval == null ? Optional.empty() : interval;
    }

    /**
     * Of figures above 0, at least one of each.
     *
     * @param confidence of the interval, such as 0.99
     */
    public static UnpairedEffect of(double[] a, double[] b, double confidence) {
        double[] ofA = logarithms(a);
        double[] ofB = logarithms(b);
        double[] differences = new double[ofA.length * ofB.length];
        int next = 0;
        for (double first : ofA) {
            for (double second : ofB) {
                differences[next++] = second - first;
            }
        }
        Arrays.sort(differences);
        return new UnpairedEffect(
                a.length,
                b.length,
                Math.expm1(Medians.ofSorted(differences)),
                interval(differences, ofA.length, ofB.length, confidence),
                RankSums.pValue(ofA, ofB));
    }

    private static double[] logarithms(double[] figures) {
        if (figures.length == 0) {
            throw new IllegalArgumentException("an unpaired comparison needs at least one figure of each, got none");
        }
        for (double figure : figures) {
            if (!(figure > 0)) {
                throw new IllegalArgumentException("figures must be above 0, got: " + figure);
            }
        }
        return Arrays.stream(figures).map(Math::log).toArray();
    }

    private static Optional<Interval> interval(double[] differences, int n, int m, double confidence) {
        long critical = RankSums.lowerCritical(n, m, (1 - confidence) / 2);
        if (critical < 1) {
            return Optional.empty();
        }
        int low = (int) critical - 1;
        return Optional.of(new Interval(
                Math.expm1(differences[low]), Math.expm1(differences[differences.length - 1 - low]), confidence));
    }

    /**
     * The least number of figures of B that have an interval.
     *
     * @param figuresOfA how many there are of A
     * @param most empty where more than this would be needed
     */
    static OptionalInt leastFigures(int figuresOfA, double confidence, int most) {
        return IntStream.rangeClosed(1, most)
                .filter(figures -> RankSums.hasCritical(figuresOfA, figures, (1 - confidence) / 2))
                .findFirst();
    }

    /** The rounds of B. A was measured before and gets no more rounds. */
    @Override
    public int rounds() {
        return figuresOfB;
    }

    @Override
    public int leastRounds(double confidence) {
        return leastFigures(figuresOfA, confidence, MOST_FIGURES).orElse(Integer.MAX_VALUE);
    }

    /**
     * The variance of the difference is that of A over its number of figures and that of B over its own, which are
     * alike where A and B spread alike. However many there are of B, the part of A stays.
     */
    @Override
    public double roundsFor(double part) {
        double left = part * part * (1.0 / figuresOfA + 1.0 / figuresOfB) - 1.0 / figuresOfA;
        return left > 0 ? 1 / left : Double.POSITIVE_INFINITY;
    }
}
