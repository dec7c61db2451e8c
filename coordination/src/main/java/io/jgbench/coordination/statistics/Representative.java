package io.jgbench.coordination.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Which one of several measurements of the same stands for all where there is room for one. */
public final class Representative {
    private Representative() {}

    /**
     * The valid one with the median rate, the lower of the two in the middle. Where none is valid, the last one in
     * which anything was measured, or the last one.
     *
     * @param all in the order in which they were made, at least one
     * @param hasMeasured whether anything was measured in one of them
     * @param valid those of them that are valid
     * @param rate of one that is valid
     */
    public static <T> T of(List<T> all, Predicate<T> hasMeasured, List<T> valid, ToDoubleFunction<T> rate) {
        return valid.isEmpty()
                ? all.reversed().stream().filter(hasMeasured).findFirst().orElseGet(all::getLast)
                : valid.stream()
                        .sorted(Comparator.comparingDouble(rate))
                        .toList()
                        .get((valid.size() - 1) / 2);
    }
}
