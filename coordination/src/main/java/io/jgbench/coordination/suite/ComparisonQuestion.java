package io.jgbench.coordination.suite;

import io.jgbench.coordination.statistics.ClaimRule;
import java.util.Objects;

/**
 * What is asked of two cells that are compared.
 *
 * @param metric the figure, by its name in {@link VisitDigest#figures}
 * @param rule when a difference is claimed
 */
public record ComparisonQuestion(String metric, ClaimRule rule) {

    /** Refuses nulls. */
    public ComparisonQuestion {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(rule, "rule");
    }
}
