package io.jgbench.coordination.statistics;

import java.util.function.DoubleUnaryOperator;

/**
 * A confidence interval.
 *
 * @param low its lower bound
 * @param high its upper bound
 * @param confidence how often such an interval holds the true value at the least, between 0 and 1
 */
public record Interval(double low, double high, double confidence) {

    /** Refuses bounds in the wrong order. */
    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("an interval needs low <= high, got: " + low + " and " + high);
        }
    }

    /** Whether it holds a value. */
    public boolean holds(double value) {
        return low <= value && value <= high;
    }

    /** Half of its width. */
    public double halfWidth() {
        return (high - low) / 2;
    }

    /** The same of values that a function makes of these; it must rise. */
    public Interval map(DoubleUnaryOperator rising) {
        return new Interval(rising.applyAsDouble(low), rising.applyAsDouble(high), confidence);
    }
}
