package io.jgbench.report.chart;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A rate over time in steps of equal length, of which the last one has a length of its own.
 *
 * @param stepSeconds how long a step is
 * @param endSeconds where the last one ends
 * @param perSecond the rate in each step
 */
public record RateSteps(double stepSeconds, double endSeconds, List<Double> perSecond) {
    /** What is shorter comes from rounding. */
    private static final double LEAST_SECONDS = 1e-9;

    /** Copies the list. */
    public RateSteps {
        perSecond = List.copyOf(perSecond);
    }

    /** Where a step begins, in seconds. */
    public double from(int step) {
        return step * stepSeconds;
    }

    /** Where a step ends, in seconds. */
    public double to(int step) {
        return step == perSecond.size() - 1 ? endSeconds : (step + 1) * stepSeconds;
    }

    /** The mean between two instants, as far as there are rates; empty where there are none. */
    public OptionalDouble mean(double fromSeconds, double toSeconds) {
        double units = 0;
        double seconds = 0;
        for (int step = 0; step < perSecond.size(); step++) {
            double common = Math.max(0, Math.min(toSeconds, to(step)) - Math.max(fromSeconds, from(step)));
            units += common * perSecond.get(step);
            seconds += common;
        }
        return seconds < LEAST_SECONDS ? OptionalDouble.empty() : OptionalDouble.of(units / seconds);
    }
}
