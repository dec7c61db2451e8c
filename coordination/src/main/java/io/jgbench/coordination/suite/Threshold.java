package io.jgbench.coordination.suite;

import io.jgbench.api.v1alpha1.ThresholdSettings.Statistic;
import java.util.List;
import java.util.Objects;

/**
 * What a figure of some cells must be at least or at most.
 *
 * @param metric the figure, by its name in {@link VisitDigest#figures}
 * @param cells the indices of the cells that it is for, at least one
 * @param of which statistic of the figure is compared with the limit
 * @param limit which side of the value is good
 * @param value in the unit of the figure
 */
public record Threshold(String metric, List<Integer> cells, Statistic of, Limit limit, double value) {

    /** Refuses nulls and copies the list. */
    public Threshold {
        Objects.requireNonNull(metric, "metric");
        cells = List.copyOf(cells);
        Objects.requireNonNull(of, "of");
        Objects.requireNonNull(limit, "limit");
    }
}
