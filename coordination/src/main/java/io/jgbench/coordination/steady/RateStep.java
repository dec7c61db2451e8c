package io.jgbench.coordination.steady;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A part of a series of rates, one for each of successive intervals of the same length, that is on another level than
 * the rest. Where it reaches to the end the rate has stepped; else it went to another level for a while. Whether there
 * is one is decided by the largest of all parts' rank sums (Wilcoxon 1945), held against those of the same rates in
 * random orders (Levin and Kline 1985: epidemic alternatives). It is the part with which two medians explain most of
 * the rates. Neither minds outliers.
 *
 * @param from the first interval of the part
 * @param to the first interval after it; the number of intervals where it reaches to the end
 * @param inside the median rate in it
 * @param outside the median rate of the rest
 */
public record RateStep(int from, int to, double inside, double outside) {
    /** With fewer on either side, what is next to each other by chance looks like a level. */
    public static final int LEAST_INTERVALS = 4;

    /** One series in a hundred of a single level is taken for one with two. */
    private static final double SIGNIFICANCE = 0.01;

    private static final int ORDERS = 499;

    /** The random orders follow from it, so that a result does not change when it is judged again. */
    private static final long SEED = 17;

    /**
     * The part that differs most.
     *
     * @param least the fewest intervals of it, and of the rest; not less than {@link #LEAST_INTERVALS}
     * @return empty where all may be of one level, or where there are too few intervals
     */
    public static Optional<RateStep> of(double[] rates, int least) {
        return of(rates, least, 1);
    }

    /**
     * The same for one of several series that are judged together: the chance of one in a hundred is that of a false
     * step in any of them.
     *
     * @param series how many they are, from 1 on
     */
    public static Optional<RateStep> of(double[] rates, int least, int series) {
        int fewest = Math.max(least, LEAST_INTERVALS);
        if (rates.length < 2 * fewest) {
            return Optional.empty();
        }
        double[] ranks = ranks(rates);
        return isChance(ranks, fewest, mostUnlike(ranks, fewest).score(), series)
                ? Optional.empty()
                : Optional.of(fitting(rates, fewest));
    }

    /**
     * The part whose rates rank furthest from those of the rest, be it by chance. It takes a hundredth of the time of
     * {@link #of(double[], int)}, and tells which series are worth that.
     *
     * @param least as there
     * @return empty where there are too few intervals
     */
    public static Optional<RateStep> likeliest(double[] rates, int least) {
        int fewest = Math.max(least, LEAST_INTERVALS);
        if (rates.length < 2 * fewest) {
            return Optional.empty();
        }
        Part part = mostUnlike(ranks(rates), fewest);
        return Optional.of(ofPart(rates, part.from(), part.to()));
    }

    private static RateStep fitting(double[] rates, int least) {
        RateStep best = ofPart(rates, 1, 1 + least);
        double misfit = best.misfit(rates);
        for (int from = 1; from <= rates.length - least; from++) {
            for (int to = from + least; to <= lastEnd(from, rates.length, least); to++) {
                RateStep step = ofPart(rates, from, to);
                double itsMisfit = step.misfit(rates);
                if (itsMisfit < misfit) {
                    best = step;
                    misfit = itsMisfit;
                }
            }
        }
        return best;
    }

    /** A part at the start is the same division as the rest, which reaches to the end: parts begin at 1. */
    private static int lastEnd(int from, int length, int least) {
        return Math.min(length, from + length - least);
    }

    private static RateStep ofPart(double[] rates, int from, int to) {
        double[] inside = Arrays.copyOfRange(rates, from, to);
        double[] outside = IntStream.range(0, rates.length)
                .filter(i -> i < from || i >= to)
                .mapToDouble(i -> rates[i])
                .toArray();
        return new RateStep(from, to, Trend.median(inside), Trend.median(outside));
    }

    /** What another series of as many intervals did in this part. */
    public RateStep in(double[] rates) {
        return ofPart(rates, from, to);
    }

    /** By which part of the rest's rate that of the part differs; infinite where the rest has none. */
    public double change() {
        return inside / outside - 1;
    }

    /** How far apart the two rates are, as a part of the higher one. */
    public double distance() {
        double higher = Math.max(inside, outside);
        return higher <= 0 ? 0 : Math.abs(inside - outside) / higher;
    }

    /**
     * By which part the average rate differs from that of the rest, because of the part.
     *
     * @param intervals how many the series has
     */
    public double cost(int intervals) {
        return Math.abs(change()) * (to - from) / intervals;
    }

    /** What the two levels leave unexplained: the sum of all rates' distances from that of their level. */
    public double misfit(double[] rates) {
        return IntStream.range(0, rates.length)
                .mapToDouble(i -> Math.abs(rates[i] - (i >= from && i < to ? inside : outside)))
                .sum();
    }

    /** With several series each gets a part of the significance (Bonferroni), so more random orders are tried. */
    private static boolean isChance(double[] ranks, int least, double score, int series) {
        var random = new Random(SEED);
        double[] shuffled = ranks.clone();
        int asLarge = 0;
        int mostByChance = (int) Math.floor(SIGNIFICANCE * (ORDERS + 1)) - 1;
        long orders = (ORDERS + 1L) * series - 1;
        for (long i = 0; i < orders && asLarge <= mostByChance; i++) {
            shuffle(shuffled, random);
            if (mostUnlike(shuffled, least).score() >= score * (1 - 1e-9)) {
                asLarge++;
            }
        }
        return asLarge > mostByChance;
    }

    private static void shuffle(double[] values, Random random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }

    /**
     * A part of a series.
     *
     * @param score the square of its standardised rank sum
     */
    private record Part(int from, int to, double score) {}

    /** The one with the largest score. */
    private static Part mostUnlike(double[] ranks, int least) {
        int n = ranks.length;
        double[] sums = new double[n + 1];
        for (int i = 0; i < n; i++) {
            sums[i + 1] = sums[i] + ranks[i];
        }
        double most = 0;
        int mostFrom = 1;
        int mostTo = 1 + least;
        for (int from = 1; from <= n - least; from++) {
            for (int to = from + least; to <= lastEnd(from, n, least); to++) {
                int length = to - from;
                double expected = length * (n + 1) / 2.0;
                double variance = length * (n - length) * (n + 1.0) / 12;
                double distance = sums[to] - sums[from] - expected;
                double score = distance * distance / variance;
                if (score > most) {
                    most = score;
                    mostFrom = from;
                    mostTo = to;
                }
            }
        }
        return new Part(mostFrom, mostTo, most);
    }

    /** From 1 on; rates that are equal have the mean of their ranks. */
    private static double[] ranks(double[] rates) {
        double[] sorted = rates.clone();
        Arrays.sort(sorted);
        double[] ranks = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            double rate = rates[i];
            long below = Arrays.stream(sorted).filter(other -> other < rate).count();
            long equal = Arrays.stream(sorted).filter(other -> other == rate).count();
            ranks[i] = below + (equal + 1) / 2.0;
        }
        return ranks;
    }
}
