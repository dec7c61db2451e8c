package io.jgbench.report.chart;

import java.util.List;

/** An axis: where a value stands on it. */
public interface Scale {

    /** Its title, with the unit. */
    String title();

    /** Where a value stands, from 0 at the beginning to 1 at the end; outside of that what the axis does not show. */
    double position(double value);

    /** What is written at it, in order. */
    List<Tick> ticks();

    /**
     * A mark at an axis.
     *
     * @param position from 0 to 1
     * @param label what is written there
     */
    record Tick(double position, String label) {}
}
