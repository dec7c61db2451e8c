package io.jgbench.coordination.suite.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.statistics.UnpairedEffect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/**
 * A suite against one that was measured before. Rounds of different days are no pairs: the figures of all rounds are
 * compared as they are, and what has changed about the machine meanwhile is part of the difference.
 *
 * @param suite the name of the suite that is compared with
 * @param completionTime when its last visit was over
 * @param metric the figure, by its name in {@link VisitDigest#figures}
 * @param rule when a difference is claimed
 * @param cells the cells that both have, in the order of this suite
 * @param others cells of this suite that the other one has not, by their keys
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record BaselineComparison(
        String suite,
        Optional<Instant> completionTime,
        String metric,
        ClaimRule rule,
        List<CellChange> cells,
        List<String> others) {

    /** Refuses nulls and copies the lists. */
    public BaselineComparison {
        Objects.requireNonNull(suite, "suite");
        completionTime = completionTime == null ? Optional.empty() : completionTime;
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(rule, "rule");
        cells = List.copyOf(cells);
        others = List.copyOf(others);
    }

    /**
     * A cell of this suite against the same of the other one.
     *
     * @param cell the cell's key
     * @param before its figures in the other suite, round by round
     * @param now its figures in this one
     * @param verdict what is said of it now; empty where nothing is
     * @param refusal why nothing is said
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record CellChange(
            String cell,
            List<Double> before,
            List<Double> now,
            Optional<ClaimRule.UnpairedVerdict> verdict,
            Optional<String> refusal) {

        /** Refuses nulls and copies the lists. */
        public CellChange {
            Objects.requireNonNull(cell, "cell");
            before = List.copyOf(before);
            now = List.copyOf(now);
            verdict = verdict == null ? Optional.empty() : verdict;
            refusal = refusal == null ? Optional.empty() : refusal;
        }

        private UnpairedEffect effect(double confidence) {
            return UnpairedEffect.of(numbers(before), numbers(now), confidence);
        }

        private CellChange with(ClaimRule.UnpairedVerdict said) {
            return new CellChange(cell, before, now, Optional.of(said), refusal);
        }

        /** Whether the verdict for this cell is the given claim. */
        public boolean says(Claim claim) {
            return verdict.filter(said -> said.claim() == claim).isPresent();
        }
    }

    /**
     * Why a comparison says nothing if both are the same suite: a measurement always agrees with itself. A suite that
     * got more rounds since then still counts as the same.
     */
    public static Optional<String> sameMeasurement(SuiteResult now, SuiteResult before) {
        boolean isSame = now.suite().equals(before.suite())
                && (isSame(now.startTime(), before.startTime())
                        || isSame(now.completionTime(), before.completionTime()));
        return isSame
                ? Optional.of("both hold the same measurement, suite " + now.suite()
                        + before.completionTime()
                                .map(over -> " that was over at " + over)
                                .orElse(""))
                : Optional.empty();
    }

    private static boolean isSame(Optional<Instant> one, Optional<Instant> other) {
        return one.isPresent() && one.equals(other);
    }

    /** The cell of a suite that has these values on its axes. */
    static Optional<CellResult> sameCell(Map<String, String> coordinates, SuiteResult suite) {
        return suite.cells().stream()
                .filter(cell -> cell.coordinates().equals(coordinates))
                .findFirst();
    }

    /**
     * Compares all cells that both have, corrected for the number of those of which something can be said.
     *
     * @param now the suite that is spoken of
     * @param before the one that it is compared with
     */
    public static BaselineComparison of(SuiteResult now, SuiteResult before, String metric, ClaimRule rule) {
        return of(now, before, metric, rule, ComparisonWords.OF_SUITES);
    }

    /** The same of what else is compared like suites. */
    static BaselineComparison of(
            SuiteResult now, SuiteResult before, String metric, ClaimRule rule, ComparisonWords words) {
        Optional<String> same = sameMeasurement(now, before);
        List<CellChange> open = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (CellResult cell : now.cells()) {
            sameCell(cell.coordinates(), before)
                    .ifPresentOrElse(
                            other -> open.add(
                                    figures(new Side(now, cell), new Side(before, other), metric, same, words)),
                            () -> others.add(cell.cell()));
        }
        Iterator<ClaimRule.UnpairedVerdict> verdicts = rule.judgeUnpaired(open.stream()
                        .filter(change -> change.refusal().isEmpty())
                        .<DoubleFunction<UnpairedEffect>>map(change -> change::effect)
                        .toList())
                .iterator();
        return new BaselineComparison(
                before.suite(),
                before.completionTime(),
                metric,
                rule,
                open.stream()
                        .map(change -> change.refusal().isPresent() ? change : change.with(verdicts.next()))
                        .toList(),
                others);
    }

    /** A cell and the suite that it is of. */
    private record Side(SuiteResult suite, CellResult cell) {}

    private static CellChange figures(
            Side now, Side before, String metric, Optional<String> same, ComparisonWords words) {
        List<Double> ofBefore = figures(before.cell(), metric);
        List<Double> ofNow = figures(now.cell(), metric);
        return new CellChange(
                now.cell().cell(),
                ofBefore,
                ofNow,
                Optional.empty(),
                same.or(now.cell()::mixture)
                        .or(() -> before.cell().mixture().map(why -> "of " + words.before() + ", " + why))
                        .or(() -> withoutFigure(now.cell(), "it", "its " + words.visits(), metric))
                        .or(() -> withoutFigure(
                                before.cell(), words.before(), words.before() + "'s " + words.visits(), metric))
                        .or(() -> refusalOfZeros(metric, ofNow, ofBefore, words))
                        .or(() -> refusal(now, before, words)));
    }

    private static List<Double> figures(CellResult cell, String metric) {
        return Optional.ofNullable(cell.figures().get(metric)).stream()
                .flatMap(figure -> figure.values().stream())
                .map(FigureSummary.RoundValue::value)
                .toList();
    }

    /** A cell has a figure only where all its valid visits have it. */
    private static Optional<String> withoutFigure(CellResult cell, String subject, String visits, String metric) {
        if (cell.figures().containsKey(metric)) {
            return Optional.empty();
        }
        return Optional.of(
                cell.validRounds() == 0
                        ? subject + " has no valid figure " + metric
                        : "not all of " + visits + " have the figure " + metric);
    }

    private static Optional<String> refusalOfZeros(
            String metric, List<Double> ofNow, List<Double> ofBefore, ComparisonWords words) {
        long zeros = Stream.concat(ofNow.stream(), ofBefore.stream())
                .filter(value -> value <= 0)
                .count();
        return zeros == 0
                ? Optional.empty()
                : Optional.of(metric + " is 0 in " + zeros + " of all " + words.round()
                        + "s, and 0 has no ratio to anything");
    }

    private static Optional<String> refusal(Side now, Side before, ComparisonWords words) {
        Set<String> ofNow = now.cell().environmentHashes();
        Set<String> ofBefore = before.cell().environmentHashes();
        Set<String> environments = new TreeSet<>(ofNow);
        environments.addAll(ofBefore);
        String hashes = String.join(", ", environments);
        if (ofNow.size() > 1 || ofBefore.size() > 1) {
            return Optional.of("hosts or JVMs changed from " + words.round() + " to " + words.round()
                    + " (environments " + hashes + ")");
        }
        return ofNow.equals(ofBefore)
                ? Optional.empty()
                : EnvironmentDifference.refusal(
                        "hosts or JVMs differ from " + words.before() + "'s",
                        CellDefinition.differences(
                                now.cell().definition(), before.cell().definition()),
                        now.suite().environment(now.cell()),
                        before.suite().environment(before.cell()),
                        hashes);
    }

    private static double[] numbers(List<Double> figures) {
        return figures.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
