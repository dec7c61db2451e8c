package io.jgbench.report.chart;

/** Round distances between the marks of an axis: 1, 2 or 5 times a power of ten (Heckbert, Graphics Gems, 1990). */
final class NiceStep {
    private NiceStep() {}

    /**
     * The distance with which an axis gets at most a number of marks.
     *
     * @param range how much the axis shows, more than 0
     */
    static double of(double range, int most) {
        double least = range / most;
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        double factor = least / power;
        double nice = factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10;
        return nice * power;
    }
}
