package io.jgbench.report.chart;

import java.util.Locale;

/**
 * How numbers of a size are told: divided by a factor, with the unit that then holds.
 *
 * @param factor what they are divided by
 * @param unit the unit, such as "thousand messages/s"
 */
public record Magnitude(double factor, String unit) {
    private static final double SPEAKS_OF_THOUSANDS = 10_000;
    private static final double SPEAKS_OF_MILLIONS = 10_000_000;

    /** Of a rate or a count: whole ones, thousands or millions. */
    public static Magnitude ofCounts(double largest, String unit) {
        if (largest >= SPEAKS_OF_MILLIONS) {
            return new Magnitude(1e6, "million " + unit);
        }
        return largest >= SPEAKS_OF_THOUSANDS ? new Magnitude(1e3, "thousand " + unit) : new Magnitude(1, unit);
    }

    /** Of a time in nanoseconds. */
    public static Magnitude ofNanos(double largest) {
        if (largest >= 1e10) {
            return new Magnitude(1e9, "seconds");
        }
        return largest >= 1e4 ? new Magnitude(1e6, "milliseconds") : new Magnitude(1e3, "microseconds");
    }

    /**
     * Of a time in nanoseconds that stands in a table or a sentence, and not on an axis with longer ones: such that it
     * is at least 1, as fractions have fewer digits.
     */
    public static Magnitude ofTime(double nanos) {
        if (nanos >= 1e9) {
            return new Magnitude(1e9, "seconds");
        }
        return nanos >= 1e6 ? new Magnitude(1e6, "milliseconds") : new Magnitude(1e3, "microseconds");
    }

    /** A number of at most four digits, as far as its size allows. */
    public String text(double value) {
        return number(value / factor);
    }

    /** A number of at most four digits with k for thousands, M for millions, G for more. */
    static String compact(double value) {
        if (value >= 1e9) {
            return number(value / 1e9) + "G";
        }
        if (value >= 1e6) {
            return number(value / 1e6) + "M";
        }
        return value >= 1e4 ? number(value / 1e3) + "k" : number(value);
    }

    static String number(double number) {
        double size = Math.abs(number);
        int digits = size == 0 || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%,." + digits + "f", number);
    }
}
