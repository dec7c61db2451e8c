package io.jgbench.report.console;

import java.util.List;
import java.util.stream.Collectors;

/** Numbers as bars in one line of text, eight heights high; it takes a terminal that shows Unicode's block elements. */
final class Sparkline {
    private static final String BARS = "▁▂▃▄▅▆▇█";
    private static final String NOTHING = " ";

    private Sparkline() {}

    /**
     * A bar for each number; a blank where it is 0, so that a stall is seen.
     *
     * @param full the number of which the bar is full, more than 0
     */
    static String of(double full, List<Double> numbers) {
        return numbers.stream().map(number -> bar(number / full)).collect(Collectors.joining());
    }

    private static String bar(double share) {
        if (!(share > 0)) {
            return NOTHING;
        }
        int height = Math.clamp((long) Math.ceil(share * BARS.length()), 1, BARS.length());
        return BARS.substring(height - 1, height);
    }
}
