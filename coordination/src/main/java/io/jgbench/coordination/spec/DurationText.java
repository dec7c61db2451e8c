package io.jgbench.coordination.spec;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as a run file writes them: {@code 2m}, {@code 1m30s}, {@code 500ms}. */
public final class DurationText {
    /** Possessive: a group that is repeated and can give back takes a frame of the stack each time. */
    private static final Pattern WHOLE = Pattern.compile("(?:[0-9]{1,18}(?:h|ms|m|s|us))++");

    /** That of the API. */
    private static final int MAX_LENGTH = 32;

    private static final Pattern PART = Pattern.compile("([0-9]+)(h|ms|m|s|us)");

    private DurationText() {}

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is none; the message is the rule
     */
    public static Duration parse(String text) {
        if (text.length() > MAX_LENGTH || !WHOLE.matcher(text).matches()) {
            throw new IllegalArgumentException("must be a duration such as 2m, 1m30s or 500ms");
        }
        try {
            Duration sum = Duration.ZERO;
            Matcher part = PART.matcher(text);
            while (part.find()) {
                sum = sum.plus(part(Long.parseLong(part.group(1)), part.group(2)));
            }
            return sum;
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("must be a duration of less than a century", e);
        }
    }

    private static Duration part(long number, String unit) {
        return switch (unit) {
            case "h" -> Duration.ofHours(number);
            case "m" -> Duration.ofMinutes(number);
            case "s" -> Duration.ofSeconds(number);
            case "ms" -> Duration.ofMillis(number);
            case "us" -> Duration.ofNanos(Math.multiplyExact(number, 1000));
            default -> throw new IllegalArgumentException("no unit of time: " + unit);
        };
    }
}
