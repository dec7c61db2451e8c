package io.jgbench.coordination.suite.result;

import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.BaselineComparison.CellChange;
import java.util.Optional;
import java.util.stream.IntStream;

/** By which rules two runs are compared, each as {@link RunAsSuite} has it. */
public final class RunComparison {
    /** One figure tells nothing of what chance makes of it. */
    private static final int LEAST_REPETITIONS = 2;

    private static final int MOST_REPETITIONS = 1000;

    private RunComparison() {}

    /**
     * Why two runs cannot be compared; empty where they can.
     *
     * @param metric the figure, by its name in {@link VisitDigest#figures}
     */
    public static Optional<String> obstacle(SuiteResult now, SuiteResult before, String metric) {
        return BaselineComparison.sameMeasurement(now, before)
                .map(_ -> "both hold the same measurement, run " + now.suite())
                .or(() -> anotherWorkload(cell(now), cell(before)))
                .or(() -> withoutFigure(now, metric))
                .or(() -> withoutFigure(before, metric));
    }

    private static Optional<String> anotherWorkload(CellResult now, CellResult before) {
        return CellDefinition.disagreements(now.definition(), before.definition()).stream()
                .findFirst()
                .map(path -> "run " + now.cell() + " measured another workload: " + path + " was "
                        + before.definition().getOrDefault(path, "not given") + ", and is "
                        + now.definition().getOrDefault(path, "not given"));
    }

    private static Optional<String> withoutFigure(SuiteResult run, String metric) {
        CellResult cell = cell(run);
        return cell.validRounds() == 0 || cell.figures().containsKey(metric)
                ? Optional.empty()
                : Optional.of("not all valid repetitions of run " + cell.cell() + " have the figure " + metric
                        + "; all have " + String.join(", ", cell.figures().keySet()));
    }

    private static CellResult cell(SuiteResult run) {
        return run.cells().getFirst();
    }

    /**
     * The later run with what may be said of it against the earlier one: nothing where one of them has a single
     * repetition, whatever the figures are.
     *
     * @param metric the figure, by its name in {@link VisitDigest#figures}
     */
    public static SuiteResult against(SuiteResult now, SuiteResult before, String metric, ClaimRule rule) {
        var comparison = BaselineComparison.of(now, before, metric, rule, ComparisonWords.OF_RUNS);
        Optional<String> why = tooFew("it", now, rule).or(() -> tooFew(ComparisonWords.OF_RUNS.before(), before, rule));
        return SuiteResultBuilder.builder(now)
                .baseline(Optional.of(why.map(few -> refused(comparison, few)).orElse(comparison)))
                .build();
    }

    private static Optional<String> tooFew(String which, SuiteResult run, ClaimRule rule) {
        return cell(run).validRounds() == 1
                ? Optional.of(which + " has a single valid repetition, which does not tell what chance makes of a"
                        + " figure; measure both again with repetitions: " + repetitions(rule) + " or more")
                : Optional.empty();
    }

    /** As many of both as have an interval. */
    private static int repetitions(ClaimRule rule) {
        return IntStream.rangeClosed(LEAST_REPETITIONS, MOST_REPETITIONS)
                .filter(each -> rule.leastUnpairedRounds(1, each, each).isPresent())
                .findFirst()
                .orElse(MOST_REPETITIONS);
    }

    private static BaselineComparison refused(BaselineComparison comparison, String why) {
        return new BaselineComparison(
                comparison.suite(),
                comparison.completionTime(),
                comparison.metric(),
                comparison.rule(),
                comparison.cells().stream()
                        .map(cell -> cell.refusal().isPresent()
                                ? cell
                                : new CellChange(
                                        cell.cell(), cell.before(), cell.now(), Optional.empty(), Optional.of(why)))
                        .toList(),
                comparison.others());
    }
}
