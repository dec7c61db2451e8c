package io.jgbench.report.html;

/** When a chart leaves out a limit of the network, because the measured values would look flat beside it. */
public final class FarLimit {
    private static final double FAR_ABOVE = 2.5;

    private FarLimit() {}

    /** Whether a limit lies too far above the largest figure that is drawn, both in one unit. */
    public static boolean isFar(double limit, double largestDrawn) {
        return limit > largestDrawn * FAR_ABOVE;
    }

    /** What the caption says of a limit that is left out. */
    public static String sentence() {
        return " A network limit of more than " + FAR_ABOVE + " times the largest figure is not drawn. The table of"
                + " cells shows which share of it each cell reached.";
    }
}
