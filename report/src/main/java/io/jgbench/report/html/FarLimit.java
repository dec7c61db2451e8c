package io.jgbench.report.html;

/** When a chart leaves a limit of the network out: what was measured would be pressed flat beside it. */
public final class FarLimit {
    private static final double FAR_ABOVE = 2.5;

    private FarLimit() {}

    /** Whether a limit lies too far above the largest figure that is drawn, both in one unit. */
    public static boolean isFar(double limit, double largestDrawn) {
        return limit > largestDrawn * FAR_ABOVE;
    }

    /** What the caption says of a limit that is left out. */
    public static String sentence() {
        return " A limit of the network that lies more than " + FAR_ABOVE + " times above the largest figure is not"
                + " drawn; the table of cells has the shares of it.";
    }
}
