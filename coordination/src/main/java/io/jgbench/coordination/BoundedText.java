package io.jgbench.coordination;

/** Text that may be of any length, for places that are not. */
public final class BoundedText {
    private static final String REST = "...";

    private BoundedText() {}

    /**
     * The text, or what fits of its start with three points for the rest.
     *
     * @param mostCharacters the most characters of what is given, at least 3
     */
    public static String of(String text, int mostCharacters) {
        return text.length() <= mostCharacters ? text : text.substring(0, mostCharacters - REST.length()) + REST;
    }
}
