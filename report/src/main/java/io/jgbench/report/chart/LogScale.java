package io.jgbench.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A logarithmic axis.
 *
 * @param title with the unit
 * @param begin the smallest value that it shows, more than 0
 * @param end the largest
 * @param factor what values are divided by where they are written
 */
public record LogScale(String title, double begin, double end, double factor) implements Scale {
    private static final int FEW_DECADES = 3;
    private static final double ROUNDING = 1e-9;

    /** Refuses what cannot be drawn. */
    public LogScale {
        if (!(begin > 0) || !(end > begin) || !Double.isFinite(end)) {
            throw new IllegalArgumentException(
                    "a logarithmic axis must begin above 0 and end later, got: " + begin + " to " + end);
        }
    }

    /** An axis from a mark at or below the smallest value to one at or above the largest. */
    public static LogScale of(double smallest, double largest, Magnitude magnitude) {
        double begin = below(smallest);
        double end = above(largest);
        return new LogScale(magnitude.unit() + ", logarithmic", begin, Math.max(end, begin * 10), magnitude.factor());
    }

    /** The largest of …, 1, 2, 5, 10, … that is not above a value. */
    private static double below(double value) {
        double power = power(value);
        double factor = value / power + ROUNDING;
        return power * (factor >= 5 ? 5 : factor >= 2 ? 2 : 1);
    }

    /** The smallest of them that is not below it. */
    private static double above(double value) {
        double power = power(value);
        double factor = value / power - ROUNDING;
        return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
    }

    private static double power(double value) {
        return Math.pow(10, Math.floor(Math.log10(value) + ROUNDING));
    }

    @Override
    public double position(double value) {
        return value <= 0 ? 0 : Math.log(value / begin) / Math.log(end / begin);
    }

    @Override
    public List<Tick> ticks() {
        boolean isFew = Math.log10(end / begin) <= FEW_DECADES;
        List<Tick> ticks = new ArrayList<>();
        for (double power = power(begin); power <= end * (1 + ROUNDING); power *= 10) {
            for (int times : isFew ? new int[] {1, 2, 5} : new int[] {1}) {
                double value = power * times;
                if (value >= begin * (1 - ROUNDING) && value <= end * (1 + ROUNDING)) {
                    ticks.add(new Tick(position(value), label(value / factor)));
                }
            }
        }
        return ticks;
    }

    private static String label(double number) {
        int digits = (int) Math.max(0, -Math.floor(Math.log10(number) + ROUNDING));
        return String.format(Locale.ROOT, "%,." + digits + "f", number);
    }
}
