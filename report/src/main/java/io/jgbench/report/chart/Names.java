package io.jgbench.report.chart;

import io.jgbench.report.markup.Element;
import java.util.List;

/** Names beside a drawing. */
final class Names {
    /** From the foot of one line to that of the next. */
    static final double LINE_HEIGHT = 14;

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

    /**
     * The lines of a name below each other.
     *
     * @param classes what they look like
     * @param x where each begins, or ends
     * @param lastY the foot of the last one
     */
    static Element element(List<String> lines, String classes, double x, double lastY) {
        var name = Element.of("text").classed(classes);
        for (int i = 0; i < lines.size(); i++) {
            name.with(Element.of("tspan", lines.get(i))
                    .attribute("x", x)
                    .attribute("y", lastY - LINE_HEIGHT * (lines.size() - 1 - i)));
        }
        return name;
    }

    /** Keeps a name's beginning. */
    static String begun(String name, int most) {
        return name.length() <= most ? name : name.substring(0, most - 1) + "…";
    }
}
