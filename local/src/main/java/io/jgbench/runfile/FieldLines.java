package io.jgbench.runfile;

import java.util.Map;

/**
 * Where in a file its fields stand.
 *
 * @param lines the line of each field that was given, by its path
 */
record FieldLines(Map<String, Integer> lines) {

    /** Copies the lines. */
    FieldLines {
        lines = Map.copyOf(lines);
    }

    /** The line of a field, or else that of the object in which it would stand. */
    int of(String path) {
        String at = path;
        while (!lines.containsKey(at) && at.contains(".")) {
            at = at.substring(0, at.lastIndexOf('.'));
        }
        return lines.getOrDefault(at, 1);
    }
}
