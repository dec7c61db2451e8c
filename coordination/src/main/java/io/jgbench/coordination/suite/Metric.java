package io.jgbench.coordination.suite;

import java.util.Objects;

/**
 * A figure of a run.
 *
 * @param name by which it stands in {@link VisitDigest#figures}
 * @param direction which way of it is faster
 */
record Metric(String name, Direction direction) {

    /** Refuses nulls. */
    Metric {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(direction, "direction");
    }

    /** Which way of a figure is faster. */
    enum Direction {
        /** Rates. */
        HIGHER_IS_FASTER,
        /** Times. */
        LOWER_IS_FASTER,
        /**
         * What is lost, counted or merely known: more or less of it is not faster, and it may be 0, of which no ratio
         * can be made. A threshold may ask something of it.
         */
        NOT_COMPARED
    }
}
