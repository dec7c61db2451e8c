package io.jgbench.report.chart;

import java.util.List;

/** Names beside a drawing. */
final class Names {
    private Names() {}

    /** Keeps a name's end, which tells members apart. */
    static String shortened(String name, int most) {
        return name.length() <= most ? name : "…" + name.substring(name.length() - most + 1);
    }

    /** A name in one line, or in two that are broken behind a comma; what two do not hold loses its middle. */
    static List<String> inLines(String name, int most) {
        if (name.length() <= most) {
            return List.of(name);
        }
        int end = name.lastIndexOf(',', most - 1) + 1;
        int first = end == 0 ? most : end;
        return List.of(name.substring(0, first), shortened(name.substring(first), most));
    }

    /** Keeps a name's beginning. */
    static String begun(String name, int most) {
        return name.length() <= most ? name : name.substring(0, most - 1) + "…";
    }
}
