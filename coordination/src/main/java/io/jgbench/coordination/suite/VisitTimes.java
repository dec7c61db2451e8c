package io.jgbench.coordination.suite;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** How long a visit probably takes: as long as those of its cell did, or those of all where it has none. */
final class VisitTimes {
    private final Map<Integer, Double> means;
    private final OptionalDouble mean;

    private VisitTimes(Map<Integer, Double> means, OptionalDouble mean) {
        this.means = means;
        this.mean = mean;
    }

    static VisitTimes of(SuiteStatus status) {
        return new VisitTimes(
                status.visits().stream()
                        .collect(Collectors.groupingBy(
                                made -> made.visit().cell(), Collectors.averagingDouble(VisitRecord::durationNanos))),
                status.visits().stream().mapToDouble(VisitRecord::durationNanos).average());
    }

    /** Whether any visit was made. */
    boolean areKnown() {
        return mean.isPresent();
    }

    /** That of a cell in nanoseconds; 0 where no visit was made yet. */
    long nanos(int cell) {
        return Math.round(means.getOrDefault(cell, mean.orElse(0)));
    }
}
