package io.jgbench.coordination.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.HdrHistogram.Histogram;

/**
 * Percentiles of what was timed in several rounds, with bootstrap intervals. A round is drawn as a whole: its samples
 * share its circumstances, so that they are no evidence of their own (Davison and Hinkley, Bootstrap Methods and their
 * Application, 1997, section 3.8). The interval lies between the percentiles of the drawn percentiles (the same,
 * section 5.3); with few rounds it is somewhat too narrow. Rounds are drawn when the first interval is requested for
 * which there are enough rounds. It is used by one thread.
 */
public final class PercentileIntervals {
    private static final int DRAWS = 1000;

    private final List<Histogram> rounds;
    private final Histogram merged;
    private final double[] percentiles;
    private final RandomGenerator random;

    /** The percentiles of the drawn rounds, rising; empty as long as none are drawn. */
    private double[][] drawn = {};

    private PercentileIntervals(
            List<Histogram> rounds, Histogram merged, double[] percentiles, RandomGenerator random) {
        this.rounds = rounds;
        this.merged = merged;
        this.percentiles = percentiles;
        this.random = random;
    }

    /**
     * Of all rounds.
     *
     * @param rounds what was timed in each round, at least one
     * @param percentiles those that are asked for, between 0 and 100
     * @param random draws rounds, with replacement
     */
    public static PercentileIntervals of(List<Histogram> rounds, double[] percentiles, RandomGenerator random) {
        var merged = new Histogram(rounds.getFirst().getNumberOfSignificantValueDigits());
        rounds.forEach(merged::add);
        return new PercentileIntervals(List.copyOf(rounds), merged, percentiles.clone(), random);
    }

    private void draw() {
        drawn = new double[percentiles.length][DRAWS];
        var sum = new Histogram(merged.getNumberOfSignificantValueDigits());
        for (int draw = 0; draw < DRAWS; draw++) {
            sum.reset();
            for (int i = 0; i < rounds.size(); i++) {
                sum.add(rounds.get(random.nextInt(rounds.size())));
            }
            for (int i = 0; i < percentiles.length; i++) {
                drawn[i][draw] = sum.getValueAtPercentile(percentiles[i]);
            }
        }
        for (double[] values : drawn) {
            Arrays.sort(values);
        }
    }

    /** All rounds together. */
    public Histogram merged() {
        return merged.copy();
    }

    /** A percentile of all rounds together. */
    public double value(int index) {
        return merged.getValueAtPercentile(percentiles[index]);
    }

    /**
     * Its interval; empty where there are fewer rounds than an interval of this confidence takes, see {@link
     * HodgesLehmann#leastValues}.
     */
    public Optional<Interval> interval(int index, double confidence) {
        if (rounds.size() < HodgesLehmann.leastValues(confidence)) {
            return Optional.empty();
        }
        if (drawn.length == 0) {
            draw();
        }
        int out = (int) Math.floor(DRAWS * (1 - confidence) / 2);
        return Optional.of(new Interval(drawn[index][out], drawn[index][DRAWS - 1 - out], confidence));
    }
}
