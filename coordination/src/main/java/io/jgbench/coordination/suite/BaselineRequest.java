package io.jgbench.coordination.suite;

import io.jgbench.api.v1alpha1.BaselineSettings;
import io.jgbench.api.v1alpha1.ConfigMapKeyRef;
import io.jgbench.coordination.statistics.ClaimRule;
import java.util.Objects;
import java.util.Optional;

/**
 * What a suite's cells are to be compared with.
 *
 * @param suite the name of another suite
 * @param paper the name of a published paper
 * @param configMap where a cluster holds what a suite came to; at most one of the three
 * @param metric the figure, by its name in {@link VisitDigest#figures}
 * @param rule when a difference is claimed
 */
public record BaselineRequest(
        Optional<String> suite,
        Optional<String> paper,
        Optional<ConfigMapKeyRef> configMap,
        String metric,
        ClaimRule rule) {
    private static final double CONFIDENCE = 0.99;
    private static final double LEAST_CHANGE = 0.05;

    /** Refuses nulls. */
    public BaselineRequest {
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(paper, "paper");
        Objects.requireNonNull(configMap, "configMap");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(rule, "rule");
    }

    /** That of a baseline that no file names: the defaults of {@link BaselineSettings}. */
    public static BaselineRequest defaults() {
        return new BaselineRequest(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                VisitDigest.UNITS_PER_SECOND,
                new ClaimRule(CONFIDENCE, LEAST_CHANGE, true));
    }
}
