package io.jgbench.cli.peers;

import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.statistics.HodgesLehmann;
import io.jgbench.coordination.statistics.Interval;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What several pairs gave.
 *
 * @param median the ratio in the middle
 * @param lowest the smallest
 * @param highest the largest
 * @param interval where the ratio lies with 95 % confidence, by {@link HodgesLehmann} of the logarithms, so that twice
 *     as much and half as much are equally far; empty with fewer than six pairs or where one of them has none above 0
 */
record Ratios(double median, double lowest, double highest, Optional<Interval> interval) {
    private static final double CONFIDENCE = 0.95;

    /** The ratios of at least one pair. */
    static Ratios of(double... ratios) {
        Spread spread = Spread.of(ratios);
        return new Ratios(spread.median(), spread.min(), spread.max(), interval(ratios));
    }

    /**
     * The ratios of turns to the two of another program around each. Neighbours share one of those, and an interval of
     * such ratios would be too narrow. Ratios to the turns before share nothing, and neither do those to the turns
     * after, so that either gives an interval of the right width; what rises or falls from turn to turn moves them in
     * opposite directions. The interval lies in the middle of both.
     *
     * @param toBoth of at least one turn
     * @param toBefore of the same turns
     * @param toAfter of the same turns
     */
    static Ratios ofTurns(double[] toBoth, double[] toBefore, double[] toAfter) {
        Spread spread = Spread.of(toBoth);
        return new Ratios(
                spread.median(),
                spread.min(),
                spread.max(),
                interval(toBefore).flatMap(before -> interval(toAfter).map(after -> middle(before, after))));
    }

    private static Interval middle(Interval one, Interval other) {
        return new Interval(Math.sqrt(one.low() * other.low()), Math.sqrt(one.high() * other.high()), one.confidence());
    }

    private static Optional<Interval> interval(double... ratios) {
        if (Arrays.stream(ratios).anyMatch(ratio -> ratio <= 0)) {
            return Optional.empty();
        }
        return HodgesLehmann.of(Arrays.stream(ratios).map(Math::log).toArray())
                .interval(CONFIDENCE)
                .map(interval -> interval.map(Math::exp));
    }

    /** As every comparison prints them. */
    String text() {
        String range = String.format(Locale.ROOT, "median %.3f, from %.3f to %.3f", median, lowest, highest);
        return interval.map(it -> String.format(
                        Locale.ROOT, "%s, %.0f %% interval %.3f to %.3f", range, CONFIDENCE * 100, it.low(), it.high()))
                .orElse(range);
    }
}
