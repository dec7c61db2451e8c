package io.jgbench.coordination.words;

import java.util.ArrayList;
import java.util.List;

/** Text broken into lines at its spaces. */
public final class Paragraph {
    private Paragraph() {}

    /**
     * The lines, each indented, those after the first one by two more; a word longer than a line stays whole; see
     * {@link Printable}.
     */
    public static List<String> wrap(String indent, String text, int width) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder(indent);
        boolean empty = true;
        for (var word : text.strip().split("\\s+", -1)) {
            if (!empty && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(indent).append("  ");
                empty = true;
            }
            line.append(empty ? "" : " ").append(Printable.of(word));
            empty = false;
        }
        lines.add(line.toString());
        return lines;
    }
}
