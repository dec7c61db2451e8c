package io.jgbench.coordination.suite.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.jgbench.api.v1alpha1.ThresholdSettings.Statistic;
import io.jgbench.coordination.statistics.HodgesLehmann;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.Limit;
import io.jgbench.coordination.suite.Metrics;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.Threshold;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitOutcome;
import java.util.Comparator;
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
 * @param of which statistic of the figure is compared with the limit
 * @param limit which side of the value is good
 * @param value the threshold
 * @param found what was held against it; empty where there is none
 * @param outcome what followed
 * @param why the reason if there is no figure to compare, or the name of the visit that is not valid if the figure is
 *     from one; otherwise empty
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ThresholdResult(
        String cell,
        String metric,
        Statistic of,
        Limit limit,
        double value,
        OptionalDouble found,
        ThresholdOutcome outcome,
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
    public enum ThresholdOutcome {
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

        ThresholdOutcome(String label) {
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
     * @param digests those of their visits, whatever they came to
     */
    static List<ThresholdResult> of(SuiteSpec suite, List<CellResult> cells, List<VisitDigest> digests) {
        return suite.thresholds().stream()
                .flatMap(threshold -> of(threshold, cells, digests))
                .toList();
    }

    private static Stream<ThresholdResult> of(Threshold threshold, List<CellResult> cells, List<VisitDigest> digests) {
        return threshold.cells().stream().map(cell -> {
            ThresholdResult ofValid = of(threshold, cells.get(cell));
            return worstNotValid(threshold, cell, digests)
                    .filter(worst -> !ofValid.isWorseThan(worst))
                    .map(worst -> missed(threshold, cells.get(cell), worst))
                    .orElse(ofValid);
        });
    }

    private boolean isWorseThan(VisitDigest visit) {
        return found.isPresent()
                && !limit.isMetBy(found.getAsDouble(), visit.figures().get(metric));
    }

    /**
     * The worst visit that is not valid. A run that lost something is not valid and is repeated, so valid visits alone
     * would say that nothing was ever lost. Empty if no such visit misses the threshold, or if the threshold does not
     * ask for the worst visit.
     */
    private static Optional<VisitDigest> worstNotValid(Threshold threshold, int cell, List<VisitDigest> digests) {
        Statistic worst = threshold.limit() == Limit.MAX ? Statistic.MAX : Statistic.MIN;
        if (threshold.of() != worst || !Metrics.isLost(threshold.metric())) {
            return Optional.empty();
        }
        Comparator<VisitDigest> byFigure =
                Comparator.comparingDouble(digest -> digest.figures().get(threshold.metric()));
        return digests.stream()
                .filter(digest -> digest.visit().cell() == cell && digest.outcome() == VisitOutcome.INVALID)
                .filter(digest -> digest.figures().containsKey(threshold.metric()))
                .filter(digest ->
                        !threshold.limit().isMetBy(digest.figures().get(threshold.metric()), threshold.value()))
                .max(worst == Statistic.MAX ? byFigure : byFigure.reversed());
    }

    private static ThresholdResult missed(Threshold threshold, CellResult cell, VisitDigest worst) {
        return of(
                threshold,
                cell,
                OptionalDouble.of(worst.figures().get(threshold.metric())),
                ThresholdOutcome.MISSED,
                Optional.of("the " + threshold.of().inWords() + " is of " + worst.run() + ", which is not valid"));
    }

    private static ThresholdResult of(Threshold threshold, CellResult cell) {
        Optional<FigureSummary> figure = Optional.ofNullable(cell.figures().get(threshold.metric()))
                .filter(_ -> cell.mixture().isEmpty());
        OptionalDouble found =
                figure.map(summary -> found(summary, threshold.of())).orElse(OptionalDouble.empty());
        ThresholdOutcome outcome = ThresholdOutcome.INCONCLUSIVE;
        if (found.isPresent()) {
            outcome = threshold.limit().isMetBy(found.getAsDouble(), threshold.value())
                    ? ThresholdOutcome.MET
                    : ThresholdOutcome.MISSED;
        }
        return of(
                threshold,
                cell,
                found,
                outcome,
                found.isPresent() ? Optional.empty() : Optional.of(why(threshold, cell, figure)));
    }

    private static ThresholdResult of(
            Threshold threshold,
            CellResult cell,
            OptionalDouble found,
            ThresholdOutcome outcome,
            Optional<String> why) {
        return new ThresholdResult(
                cell.cell(),
                threshold.metric(),
                threshold.of(),
                threshold.limit(),
                threshold.value(),
                found,
                outcome,
                why);
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
