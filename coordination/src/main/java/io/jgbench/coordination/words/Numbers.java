package io.jgbench.coordination.words;

import java.util.Locale;

/** Numbers as people read them, in plain ASCII so that any terminal shows them. */
public final class Numbers {
    /** Bytes of one MB, as the papers have it. */
    public static final double MEGABYTE = 1e6;

    /** Of a probability with four digits. */
    private static final double LEAST_THAT_ROUNDS_UP = 0.00005;

    /** Of a loss in percent with five digits. */
    private static final double LEAST_LOSS_THAT_ROUNDS_UP = 0.000005;

    /** Of a loss in percent, so that three digits have two of its own. */
    private static final double LOSS_OF_THREE_DIGITS = 0.01;

    /** Of a time in milliseconds with three digits, so that these are all of its own. */
    static final long NANOS_OF_THREE_DIGITS = 100_000;

    private Numbers() {}

    /** With its thousands apart. */
    public static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A number of things: {@code 1 cell}, {@code 1,000 cells}. */
    public static String counted(long number, String noun) {
        return grouped(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** Rounded, with its thousands apart. */
    public static String rounded(double number) {
        return grouped(Math.round(number));
    }

    /** MB = 10^6 bytes. */
    public static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%,.1f", bytes / MEGABYTE);
    }

    /** With one digit after the point. */
    public static String tenths(double number) {
        return String.format(Locale.ROOT, "%,.1f", number);
    }

    /** Nanoseconds as seconds, with three digits after the point. */
    public static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%,.3f", nanos / 1e9);
    }

    /**
     * Nanoseconds as milliseconds, with three digits after the point; below 0.1 ms with a fourth, unless that is 0:
     * {@code 0.0104} are 10.4 microseconds.
     */
    public static String milliseconds(long nanos) {
        if (Math.abs(nanos) < NANOS_OF_THREE_DIGITS) {
            String shown = String.format(Locale.ROOT, "%.4f", nanos / 1e6);
            return shown.endsWith("0") ? shown.substring(0, shown.length() - 1) : shown;
        }
        return String.format(Locale.ROOT, "%,.3f", nanos / 1e6);
    }

    /** The same with the unit. */
    public static String millis(long nanos) {
        return milliseconds(nanos) + " ms";
    }

    /** A figure: rounded from 1000 on, with one digit after the point below. */
    public static String figure(double number) {
        return number >= 1000 ? rounded(number) : tenths(number);
    }

    /**
     * A figure beside one that it is held against, both alike: with more digits where these are not equal and would be
     * shown as if they were.
     */
    public static String figureBeside(double number, double other) {
        String shown = figure(number);
        if (number == other || !saysTheSame(shown, figure(other))) {
            return shown;
        }
        String thousandths = thousandths(number);
        return saysTheSame(thousandths, thousandths(other)) ? Double.toString(number) : thousandths;
    }

    /** 999.96 is shown as 1,000.0, which is the 1,000 that 1000 is shown as. */
    private static boolean saysTheSame(String shown, String other) {
        return ungrouped(shown) == ungrouped(other);
    }

    private static double ungrouped(String shown) {
        return Double.parseDouble(shown.replace(",", ""));
    }

    private static String thousandths(double number) {
        return String.format(Locale.ROOT, "%,.3f", number);
    }

    /** A change as percent with its sign, such as "+5.0 %". */
    public static String change(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", share * 100);
    }

    /** A probability, with four digits after the point: {@code 0.0010}; one that these round to 0 is not 0. */
    public static String probability(double probability) {
        return probability < LEAST_THAT_ROUNDS_UP ? "< 0.0001" : String.format(Locale.ROOT, "%.4f", probability);
    }

    /** A p-value with its sign, for a sentence: {@code p = 0.0010}. */
    public static String pValue(double probability) {
        String shown = probability(probability);
        return shown.startsWith("<") ? "p " + shown : "p = " + shown;
    }

    /** A share that was lost, as percent without the unit: {@code 0.00040}; what is lost seldom is not shown as 0. */
    public static String lossPercent(double share) {
        double percent = share * 100;
        if (percent > 0 && percent < LEAST_LOSS_THAT_ROUNDS_UP) {
            return "< 0.00001";
        }
        return String.format(
                Locale.ROOT, percent == 0 ? "%.0f" : percent < LOSS_OF_THREE_DIGITS ? "%.5f" : "%.3f", percent);
    }

    /** Percent without the unit: one digit after the point, below 1 two. */
    public static String share(double percent) {
        return String.format(Locale.ROOT, percent < 1 ? "%.2f" : "%,.1f", percent);
    }

    /** Thousandths as percent, with the unit. */
    public static String percent(double permille) {
        return String.format(Locale.ROOT, "%,.1f %%", permille / 10);
    }
}
