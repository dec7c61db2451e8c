package io.jgbench.coordination.protocol;

import java.util.List;

/**
 * A member's time series as a table.
 *
 * @param columns the names of the values, in snake case with the unit
 * @param points one for each sample, in the order of time
 */
public record TimeSeries(List<String> columns, List<Point> points) {

    /** Copies the lists and refuses a point with more or fewer values than there are columns. */
    public TimeSeries {
        columns = List.copyOf(columns);
        points = List.copyOf(points);
        for (Point point : points) {
            if (point.values().size() != columns.size()) {
                throw new IllegalArgumentException(
                        "a point needs a value for each of " + columns + ", got: " + point.values());
            }
        }
    }

    /**
     * One sample.
     *
     * @param epochNanos when it was taken, on the member's clock
     * @param values a value for each column
     */
    public record Point(long epochNanos, List<Long> values) {

        /** Copies the values. */
        public Point {
            values = List.copyOf(values);
        }

        /** With these values. */
        public static Point of(long epochNanos, Long... values) {
            return new Point(epochNanos, List.of(values));
        }
    }
}
