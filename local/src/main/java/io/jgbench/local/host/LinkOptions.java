package io.jgbench.local.host;

import io.jgbench.coordination.spec.BitRate;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the options that describe a link, as they are written on the command line. */
public final class LinkOptions {

    private static final Pattern QUANTITY = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*([a-z/]*)");

    private LinkOptions() {}

    /**
     * Reads a line rate: a number and {@code kbit}, {@code Mbit} or {@code Gbit}, in steps of 1000.
     *
     * @return bits per second
     * @throws IllegalArgumentException with one sentence, if it is none
     */
    public static long rateBitsPerSecond(String text) {
        return BitRate.parse("link-rate", text);
    }

    /**
     * Reads the depth of a switch port's queue: a number and {@code us}, {@code ms} or {@code s}.
     *
     * @throws IllegalArgumentException with one sentence, if it is none
     */
    public static Duration queue(String text) {
        var matcher = match(text, "link-queue must be a time such as 50ms");
        long unit = switch (matcher.group(2)) {
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            default ->
                throw new IllegalArgumentException(
                        "link-queue must have the unit us, ms or s, such as 50ms, got: " + text);
        };
        return Duration.ofNanos(times(matcher.group(1), unit, "link-queue", text));
    }

    private static Matcher match(String text, String rule) {
        var matcher = QUANTITY.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(rule + ", got: " + (text.isBlank() ? "nothing" : text));
        }
        return matcher;
    }

    private static long times(String number, long unit, String setting, String text) {
        try {
            return new BigDecimal(number)
                    .multiply(BigDecimal.valueOf(unit))
                    .stripTrailingZeros()
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(setting + " is out of range: " + text, e);
        }
    }
}
