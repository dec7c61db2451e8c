package io.jgbench.coordination.words;

import java.util.List;

/**
 * A figure as it is told.
 *
 * @param name its name; with a few words
 * @param lines its value with the unit, and what it means, a line each; at least one
 */
public record Figure(String name, List<String> lines) {

    /** Copies the list and refuses an empty one. */
    public Figure {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("a figure needs a value, got none for " + name);
        }
    }
}
