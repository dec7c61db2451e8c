package io.jgbench.coordination.spec;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a setting is written that is a number with a unit, such as {@code 2.5 Gbit}. Case does not matter.
 *
 * @param kind what it must be, such as {@code a number with kbit or Mbit, such as 100Mbit}
 * @param unitRule which units it may have, with an example, such as {@code kbit or Mbit, such as 100Mbit}
 * @param units what one of each unit comes to, by its name in lower case
 */
public record NumberWithUnit(String kind, String unitRule, Map<String, Long> units) {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*([a-z/]*)");

    /** Copies the units. */
    public NumberWithUnit {
        units = Map.copyOf(units);
    }

    /**
     * Reads one.
     *
     * @param setting its name, for what is said of a text that is none
     * @return how many of that which the units count
     * @throws IllegalArgumentException with one sentence, if it is none or not whole
     */
    public long parse(String setting, String text) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    setting + " must be " + kind + ", got: " + (text.isBlank() ? "nothing" : text));
        }
        Long unit = units.get(matcher.group(2));
        if (unit == null) {
            throw new IllegalArgumentException(setting + " must have the unit " + unitRule + ", got: " + text);
        }
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
