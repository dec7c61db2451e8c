package io.jgbench.report.chart;

/** Names beside a drawing. */
final class Names {
    private Names() {}

    /** Keeps a name's end, which tells members apart. */
    static String shortened(String name, int most) {
        return name.length() <= most ? name : "…" + name.substring(name.length() - most + 1);
    }

    /** Keeps a name's beginning. */
    static String begun(String name, int most) {
        return name.length() <= most ? name : name.substring(0, most - 1) + "…";
    }
}
