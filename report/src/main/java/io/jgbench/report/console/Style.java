package io.jgbench.report.console;

import java.util.Map;

/** Whether a text may use a terminal's colours. */
public enum Style {
    /** Text alone. */
    PLAIN,
    /** Text with the terminal's own red, yellow and green, which it fits to its background. */
    COLOURED;

    private static final String RESET = "\u001b[0m";

    /**
     * Colour only on a terminal that knows it, and not where the user refuses it (no-color.org).
     *
     * @param terminal whether the text goes to a terminal
     * @param environment the environment's variables
     */
    public static Style of(boolean terminal, Map<String, String> environment) {
        boolean refused = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return terminal && !refused && !isDumb(environment) ? COLOURED : PLAIN;
    }

    /** Whether the terminal knows no escape sequences. */
    static boolean isDumb(Map<String, String> environment) {
        return environment.getOrDefault("TERM", "dumb").equals("dumb");
    }

    String good(String text) {
        return coloured("1;32", text);
    }

    String doubtful(String text) {
        return coloured("33", text);
    }

    String bad(String text) {
        return coloured("1;31", text);
    }

    private String coloured(String code, String text) {
        return this == COLOURED ? "\u001b[" + code + "m" + text + RESET : text;
    }
}
