package io.jgbench.coordination.words;

import java.util.regex.Pattern;

/**
 * Text from files and clusters, such as names and messages, as a terminal may show it: a control character could clear
 * the screen, write into the clipboard, or make one line look like several.
 */
public final class Printable {
    /** All but what chooses a colour, which the console's own style puts in. */
    private static final Pattern CONTROL = Pattern.compile("(?!\\x1b\\[[0-9;]*m)[\\p{Cc}\\p{Cf}\\u2028\\u2029]");

    private Printable() {}

    /** The text with {@code ?} for each character that controls and shows nothing. */
    public static String of(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }
}
