package io.jgbench.report;

import java.util.Locale;

/** Numbers as people read them, in plain ASCII so that any terminal shows them. */
final class Numbers {
    private Numbers() {}

    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String rounded(double number) {
        return grouped(Math.round(number));
    }

    /** MB = 10^6 bytes. */
    static String megabytes(double bytes) {
        return String.format(Locale.ROOT, "%,.1f", bytes / 1e6);
    }

    static String tenths(double number) {
        return String.format(Locale.ROOT, "%,.1f", number);
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%,.3f", nanos / 1e9);
    }

    static String millis(long nanos) {
        return String.format(Locale.ROOT, "%,.3f ms", nanos / 1e6);
    }

    static String percent(double permille) {
        return String.format(Locale.ROOT, "%,.1f %%", permille / 10);
    }
}
