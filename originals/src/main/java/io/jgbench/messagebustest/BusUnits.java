package io.jgbench.messagebustest;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes, rates and times as Coherence's message bus test reads and prints them: sizes with units of 1024 bytes, rates
 * with units of 1000 bits.
 */
final class BusUnits {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})\\s*([kmgt]?)b?");
    private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*([kmgtKMGT]?)([bB])?(?:ps)?");
    private static final Pattern TIME = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(ns|us|ms|s|m|h)?");
    private static final String PREFIXES = "kmgt";
    private static final List<String> SIZES = List.of("B", "KB", "MB", "GB", "TB");
    private static final List<String> RATES = List.of("b/s", "kb/s", "mb/s", "gb/s", "tb/s");

    private BusUnits() {}

    /** Reads {@code 4096}, {@code 4K}, {@code 4KB}. */
    static long bytes(String option, String text) {
        Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw bad(option, "a size such as 4096, 4K or 1MB", text);
        }
        return Long.parseLong(matcher.group(1)) << (10 * power(matcher.group(2)));
    }

    /** How often a unit is multiplied for a prefix, which may be empty. */
    private static int power(String prefix) {
        return prefix.isEmpty() ? 0 : PREFIXES.indexOf(prefix.toLowerCase(Locale.ROOT)) + 1;
    }

    /** Reads {@code 100}, which is megabytes per second, {@code 100MBps}, {@code 1Gbps}; in bytes per second. */
    static long bytesPerSecond(String option, String text) {
        Matcher matcher = RATE.matcher(text);
        if (!matcher.matches()) {
            throw bad(option, "a rate such as 100, 100MBps or 1Gbps", text);
        }
        double number = Double.parseDouble(matcher.group(1));
        boolean bare = matcher.group(2).isEmpty() && matcher.group(3) == null;
        double unit = bare ? 1e6 : Math.pow(1000, power(matcher.group(2)));
        long bytes = Math.round(number * unit / ("b".equals(matcher.group(3)) ? 8 : 1));
        if (bytes < 1) {
            throw bad(option, "at least one byte per second", text);
        }
        return bytes;
    }

    /** Reads {@code 5}, in the unit that goes without saying, {@code 5s}, {@code 50us}. */
    static Duration time(String option, String text, String bareUnit) {
        Matcher matcher = TIME.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw bad(option, "a time such as 5s or 500ms", text);
        }
        double nanos = Double.parseDouble(matcher.group(1))
                * switch (matcher.group(2) == null ? bareUnit : matcher.group(2)) {
                    case "ns" -> 1;
                    case "us" -> 1e3;
                    case "ms" -> 1e6;
                    case "m" -> 60e9;
                    case "h" -> 3600e9;
                    default -> 1e9;
                };
        return Duration.ofNanos(Math.round(nanos));
    }

    static int number(String option, String text, int least, int most) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // told below
        }
        throw bad(option, "a number from " + least + " to " + most, text);
    }

    static IllegalArgumentException bad(String option, String expected, String found) {
        return new IllegalArgumentException(option + " expects " + expected + ", got: " + found);
    }

    /** {@code 2.18KB}. */
    static String size(double bytes) {
        return scaled(bytes, 1024, SIZES);
    }

    /** {@code 2.14gb/s}. */
    static String rate(double bytesPerSecond) {
        return scaled(bytesPerSecond * 8, 1000, RATES);
    }

    /** {@code 810.71us}. */
    static String time(double nanos) {
        if (nanos < 1e3) {
            return String.format(Locale.ROOT, "%.0fns", nanos);
        }
        if (nanos < 1e6) {
            return String.format(Locale.ROOT, "%.2fus", nanos / 1e3);
        }
        return nanos < 1e9
                ? String.format(Locale.ROOT, "%.2fms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.2fs", nanos / 1e9);
    }

    /** Three significant digits, none after the point that are all zero. */
    private static String scaled(double value, int base, List<String> units) {
        double scaled = value;
        int unit = 0;
        while (scaled >= base && unit < units.size() - 1) {
            scaled /= base;
            unit++;
        }
        int decimals = unit == 0 || scaled >= 100 ? 0 : scaled >= 10 ? 1 : 2;
        double power = Math.pow(10, decimals);
        double cut = Math.floor(scaled * power) / power;
        boolean whole = cut == Math.rint(cut);
        return String.format(Locale.ROOT, "%." + (whole ? 0 : decimals) + "f", cut) + units.get(unit);
    }
}
