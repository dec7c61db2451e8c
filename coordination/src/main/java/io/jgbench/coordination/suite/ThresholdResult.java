package io.jgbench.coordination.suite;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.jgbench.api.v1alpha1.ThresholdSettings.Statistic;
import io.jgbench.coordination.statistics.HodgesLehmann;
import io.jgbench.coordination.statistics.Interval;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A threshold against one cell.
 *
 * @param cell the cell's key
 * @param metric the figure, by its name in {@link VisitDigest#figures}
 * @param of what of the figure is held against the limit
 * @param limit which side of the value is good
 * @param value the threshold
 * @param found what was held against it; empty where there is none
 * @param outcome what followed
 * @param why there is nothing to be held against it; empty where there is
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ThresholdResult(
        String cell,
        String metric,
        Statistic of,
        Limit limit,
        double value,
        OptionalDouble found,
        Outcome outcome,
        Optional<String> why) {

    /** Refuses nulls; what is absent in JSON is empty. */
    public ThresholdResult {
        Objects.requireNonNull(cell, "cell");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(of, "of");
        Objects.requireNonNull(limit, "limit");
        found = found == null ? OptionalDouble.empty() : found;
        Objects.requireNonNull(outcome, "outcome");
        why = why == null ? Optional.empty() : why;
    }

    /** What follows from a threshold. */
    public enum Outcome {
        /** The figure is on the good side, or on the threshold itself. */
        @JsonProperty("Met")
        MET("Met"),
        /** It is on the other side. */
        @JsonProperty("Missed")
        MISSED("Missed"),
        /** There is no figure to hold against it; {@link ThresholdResult#why} says why. */
        @JsonProperty("Inconclusive")
        INCONCLUSIVE("Inconclusive");

        private final String label;

        Outcome(String label) {
            this.label = label;
        }

        /** The word for it. */
        public String label() {
            return label;
        }
    }

    /**
     * Judges all thresholds of a suite.
     *
     * @param cells what its cells came to, by index
     */
    static List<ThresholdResult> of(SuiteSpec suite, List<CellResult> cells) {
        return suite.thresholds().stream()
                .flatMap(threshold -> of(threshold, cells))
                .toList();
    }

    private static Stream<ThresholdResult> of(Threshold threshold, List<CellResult> cells) {
        return threshold.cells().stream().map(cell -> of(threshold, cells.get(cell)));
    }

    private static ThresholdResult of(Threshold threshold, CellResult cell) {
        Optional<FigureSummary> figure = Optional.ofNullable(cell.figures().get(threshold.metric()))
                .filter(_ -> cell.mixture().isEmpty());
        OptionalDouble found =
                figure.map(summary -> found(summary, threshold.of())).orElse(OptionalDouble.empty());
        Outcome outcome = Outcome.INCONCLUSIVE;
        if (found.isPresent()) {
            outcome = threshold.limit().isMetBy(found.getAsDouble(), threshold.value()) ? Outcome.MET : Outcome.MISSED;
        }
        return new ThresholdResult(
                cell.cell(),
                threshold.metric(),
                threshold.of(),
                threshold.limit(),
                threshold.value(),
                found,
                outcome,
                found.isPresent() ? Optional.empty() : Optional.of(why(threshold, cell, figure)));
    }

    private static OptionalDouble found(FigureSummary figure, Statistic of) {
        return switch (of) {
            case MEDIAN -> OptionalDouble.of(figure.median());
            case LOWER_BOUND -> bound(figure.interval().map(Interval::low));
            case UPPER_BOUND -> bound(figure.interval().map(Interval::high));
            case MIN -> OptionalDouble.of(figure.spread().min());
            case MAX -> OptionalDouble.of(figure.spread().max());
        };
    }

    private static OptionalDouble bound(Optional<Double> bound) {
        return bound.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    private static String why(Threshold threshold, CellResult cell, Optional<FigureSummary> figure) {
        if (cell.mixture().isPresent()) {
            return cell.mixture().get();
        }
        if (figure.isEmpty()) {
            return cell.validRounds() == 0
                    ? "no visit is valid"
                    : "not all valid visits have the figure " + threshold.metric();
        }
        return "an interval takes " + HodgesLehmann.leastValues(FigureSummary.CONFIDENCE)
                + " rounds with valid figures, there are " + cell.validRounds();
    }
}
