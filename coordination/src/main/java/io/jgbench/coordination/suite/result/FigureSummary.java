package io.jgbench.coordination.suite.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.statistics.Drift;
import io.jgbench.coordination.statistics.HodgesLehmann;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.statistics.Outliers;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One figure of a cell over its rounds.
 *
 * @param values the figure of each round that has a valid visit, in the order of the rounds
 * @param spread the smallest, the median and the largest of them
 * @param estimate Hodges and Lehmann's estimate of where they lie, see {@link HodgesLehmann}
 * @param interval its interval of 95 %; empty with fewer than 6 values
 * @param drift whether they rose or fell from round to round; empty with fewer than 5 values
 * @param outliers the rounds whose values lie far from the others; they are counted like the others
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record FigureSummary(
        List<RoundValue> values,
        Spread spread,
        double estimate,
        Optional<Interval> interval,
        Optional<Drift> drift,
        List<Integer> outliers) {
    /** The confidence of the intervals. */
    public static final double CONFIDENCE = 0.95;

    /** Refuses nulls and copies the lists. */
    public FigureSummary {
        Objects.requireNonNull(spread, "spread");
        values = List.copyOf(values);
        interval = interval == null ? Optional.empty() : interval;
        drift = drift == null ? Optional.empty() : drift;
        outliers = List.copyOf(outliers);
    }

    /**
     * The figure of one round.
     *
     * @param round from 1
     * @param value the figure
     */
    public record RoundValue(int round, double value) {}

    /** Of at least one value. */
    static FigureSummary of(List<RoundValue> values) {
        double[] numbers = values.stream().mapToDouble(RoundValue::value).toArray();
        var location = HodgesLehmann.of(numbers);
        return new FigureSummary(
                values,
                Spread.of(numbers),
                location.estimate(),
                location.interval(CONFIDENCE),
                Drift.of(numbers),
                Outliers.of(numbers).stream()
                        .map(index -> values.get(index).round())
                        .toList());
    }

    /** The median. */
    public double median() {
        return spread.median();
    }
}
