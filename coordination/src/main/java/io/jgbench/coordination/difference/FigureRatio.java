package io.jgbench.coordination.difference;

import java.util.OptionalDouble;

/**
 * A figure of two runs.
 *
 * @param name its name in the result
 * @param first its value in the first run; empty where that has none
 * @param second its value in the second run
 */
public record FigureRatio(String name, OptionalDouble first, OptionalDouble second) {

    /** The second divided by the first; empty where one is missing or the first is 0. */
    public OptionalDouble ratio() {
        boolean isDefined = first.isPresent() && second.isPresent() && first.getAsDouble() != 0;
        return isDefined ? OptionalDouble.of(second.getAsDouble() / first.getAsDouble()) : OptionalDouble.empty();
    }
}
