package io.jgbench.coordination.spec;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a link carries: a number and {@code kbit}, {@code Mbit} or {@code Gbit}, in steps of 1000. */
public final class BitRate {
    private static final Pattern QUANTITY = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*([a-z/]*)");

    private BitRate() {}

    /**
     * Reads a rate.
     *
     * @param setting its name, for what is said of a text that is none
     * @return bits per second
     * @throws IllegalArgumentException with one sentence, if it is none
     */
    public static long parse(String setting, String text) {
        Matcher matcher = QUANTITY.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(setting + " must be a number with kbit, Mbit or Gbit, such as 100Mbit,"
                    + " got: " + (text.isBlank() ? "nothing" : text));
        }
        long unit = switch (matcher.group(2)) {
            case "bit", "bit/s", "bps" -> 1L;
            case "kbit", "kbit/s", "kbps" -> 1_000L;
            case "mbit", "mbit/s", "mbps" -> 1_000_000L;
            case "gbit", "gbit/s", "gbps" -> 1_000_000_000L;
            default ->
                throw new IllegalArgumentException(
                        setting + " must have the unit kbit, Mbit or Gbit, such as 100Mbit, got: " + text);
        };
        try {
            return new BigDecimal(matcher.group(1))
                    .multiply(BigDecimal.valueOf(unit))
                    .stripTrailingZeros()
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(setting + " is out of range: " + text, e);
        }
    }
}
