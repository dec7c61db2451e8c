package io.jgbench.report.markup;

import java.util.Objects;

/**
 * Text between tags, whatever is in it.
 *
 * @param value the text itself, not escaped
 */
public record Text(String value) implements Node {

    /** Refuses null. */
    public Text {
        Objects.requireNonNull(value, "value");
    }

    @Override
    public void write(StringBuilder html) {
        escape(value, html);
    }

    /**
     * Appends a text so that it is text between tags and within quotes: a character that has a meaning to HTML as its
     * entity, a line break of any system as one, and one that must not stand in a document as the sign for what cannot
     * be shown.
     */
    static void escape(String text, StringBuilder html) {
        text.replace("\r\n", "\n").replace('\r', '\n').codePoints().forEach(point -> {
            switch (point) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                default -> html.appendCodePoint(isAllowed(point) ? point : 0xFFFD);
            }
        });
    }

    /** Neither a control character, but for white space, nor half of a pair, nor one that turns the reading order. */
    private static boolean isAllowed(int point) {
        boolean isSpace = point == '\n' || point == '\t';
        boolean isControl = Character.isISOControl(point);
        boolean isHalf = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        boolean turns = (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
        return isSpace || !(isControl || isHalf || turns);
    }
}
