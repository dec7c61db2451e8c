package io.jgbench.coordination.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Which one of several measurements of the same stands for all where there is room for one. */
public final class Representative {
    private Representative() {}

    /**
     * The valid one with the median rate, the lower of the two in the middle; the last one where none is valid.
     *
     * @param all in the order in which they were made, at least one
     * @param valid those of them that are valid
     * @param rate of one that is valid
     */
    public static <T> T of(List<T> all, List<T> valid, ToDoubleFunction<T> rate) {
        return valid.isEmpty()
                ? all.getLast()
                : valid.stream()
                        .sorted(Comparator.comparingDouble(rate))
                        .toList()
                        .get((valid.size() - 1) / 2);
    }
}
