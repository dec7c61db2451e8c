package io.jgbench.report.html.suite;

import io.jgbench.report.html.FarLimit;
import io.jgbench.report.html.suite.PaperMatches.Match;

/**
 * Figures that are left out of a suite's chart, because the measured values would look flat beside them.
 *
 * @param figure which figure is drawn
 * @param largest the largest that was measured, all cells of the suite together
 */
record FarFigures(SuiteFigure figure, double largest) {
    private static final double FAR_ABOVE = 1.5;

    /**
     * Whether a published figure is from a faster network and far above all measured values. Such a figure is shown in
     * the chart of shares of the line rate instead. A figure of a network that is not faster is always drawn.
     */
    boolean has(Match match) {
        boolean isFaster = SuiteFigure.lineBytesPerSecond(match.cell())
                .filter(line -> match.point().lineBytesPerSecond() > line)
                .isPresent();
        return figure != SuiteFigure.LINE_SHARE
                && isFaster
                && SuiteFigure.LINE_SHARE.of(match.cell()).isPresent()
                && figure.of(match.point(), match.messageBytes()).high() > largest * FAR_ABOVE;
    }

    /** Whether a limit of the network lies too far above. */
    boolean hasLimit(double limit) {
        return FarLimit.isFar(limit, largest);
    }

    /** What is said of published figures that are left out; empty where there are none. */
    static String sentence(int published) {
        return published == 0
                ? ""
                : " " + published + (published == 1 ? " published figure lies" : " published figures lie")
                        + " far above this chart, on faster networks. Compare them as shares of the line rate.";
    }
}
