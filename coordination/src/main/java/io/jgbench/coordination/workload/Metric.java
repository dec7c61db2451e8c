package io.jgbench.coordination.workload;

import java.util.Objects;
import java.util.stream.Stream;

/**
 * A figure of a run that a suite can ask something of.
 *
 * @param name by which it stands in a status' summary, that of a workload's own block without the block's name
 * @param direction which way of it is faster
 */
public record Metric(String name, Direction direction) {

    /** Refuses nulls. */
    public Metric {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(direction, "direction");
    }

    /** Several that are faster the same way. */
    public static Stream<Metric> all(Direction direction, String... names) {
        return Stream.of(names).map(name -> new Metric(name, direction));
    }

    /** The same with the name of the block that it stands in. */
    public Metric in(String block) {
        return new Metric(block + "." + name, direction);
    }

    /** Which way of a figure is faster. */
    public enum Direction {
        /** Rates. */
        HIGHER_IS_FASTER,
        /** Times. */
        LOWER_IS_FASTER,
        /**
         * Losses, counts and facts. Neither more nor less of them is faster, and they may be 0, which has no ratio.
         * Thresholds may use them.
         */
        NOT_COMPARED,
        /**
         * As {@link #NOT_COMPARED}, but a run that loses or fails much is not valid. Thresholds also look at such runs.
         */
        LOST
    }
}
