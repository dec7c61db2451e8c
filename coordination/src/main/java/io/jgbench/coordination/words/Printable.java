package io.jgbench.coordination.words;

import java.util.regex.Pattern;

/**
 * Text from files and clusters, such as names and messages, as a terminal may show it: a control character could clear
 * the screen, write into the clipboard, or make one line look like several.
 */
public final class Printable {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\u2028\\u2029]");

    /** All but what chooses a colour, which the console's own style puts in. */
    private static final Pattern UNSTYLED = Pattern.compile("(?!\\x1b\\[[0-9;]*m)" + CONTROL.pattern());

    private static final Pattern LINE_BREAK = Pattern.compile("\\s*\\R\\s*");

    private Printable() {}

    /** The text with {@code ?} for each character that controls and shows nothing; colours stay. */
    public static String of(String text) {
        return UNSTYLED.matcher(text).replaceAll("?");
    }

    /** Text of which nothing is the console's own, as one line without colours. */
    public static String line(String text) {
        return CONTROL.matcher(LINE_BREAK.matcher(text).replaceAll(" ")).replaceAll("?");
    }
}
