package io.jgbench.coordination.suite.result;

import io.jgbench.api.v1alpha1.BenchmarkRunSpecBuilder;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import io.jgbench.api.v1alpha1.JvmSettings;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.DigestOf;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteSpecBuilder;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;
import io.jgbench.coordination.suite.VisitRecord;
import io.jgbench.coordination.suite.result.BaselineComparison.CellChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A run that is over as a suite of one cell, each of whose rounds is a repetition, so that two runs of different days
 * are compared by the rules of two suites.
 */
public final class RunAsSuite {
    /** One figure tells nothing of what chance makes of it. */
    private static final int LEAST_REPETITIONS = 2;

    private static final int MOST_REPETITIONS = 1000;

    private RunAsSuite() {}

    /**
     * The suite that a run is. Its cell has the run's name.
     *
     * @param run all its repetitions, those that are not valid included
     * @param asked the figure that it has beside the usual ones
     */
    public static SuiteResult of(RepetitionsResult run, BaselineRequest asked) {
        SuiteSpec suite = spec(run, asked);
        List<VisitDigest> digests = IntStream.range(0, run.runs().size())
                .mapToObj(index -> DigestOf.digest(
                        suite.name(),
                        Map.of(),
                        VisitId.first(0, index + 1),
                        RepetitionsResult.of(List.of(run.runs().get(index)))))
                .toList();
        var status = new SuiteStatus(
                SuiteStatus.SCHEMA_VERSION,
                SuitePhase.COMPLETED,
                Optional.empty(),
                0,
                digests.stream().map(VisitRecord::of).toList());
        SuiteResult result = SuiteResult.of(suite, status, digests);
        return SuiteResultBuilder.builder(result)
                .cells(result.cells().stream()
                        .map(cell -> CellResultBuilder.builder(cell)
                                .cell(suite.name())
                                .build())
                        .toList())
                .build();
    }

    private static SuiteSpec spec(RepetitionsResult run, BaselineRequest asked) {
        RunSpec spec = run.representative().spec();
        // of what was declared, a result has what the run did with it
        var declared = BenchmarkRunSpecBuilder.builder()
                .members(spec.members())
                .jvm(new JvmSettings(spec.jvmOptions()))
                .build();
        return SuiteSpecBuilder.builder()
                .name(spec.name())
                .axes(List.of())
                .cells(List.of(new Cell(0, Map.of(), declared, spec)))
                .rounds(run.runs().size())
                .order(Order.SEQUENTIAL)
                .seed(0)
                .retries(0)
                .budget(Optional.empty())
                .thresholds(List.of())
                .comparison(Optional.empty())
                .baseline(Optional.of(asked))
                .suspended(false)
                .build();
    }

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
        SuiteResult judged = now.against(before, metric, rule);
        Optional<String> why = tooFew("it", now, rule).or(() -> tooFew("the earlier run", before, rule));
        return why.isEmpty()
                ? judged
                : SuiteResultBuilder.builder(judged)
                        .baseline(judged.baseline().map(comparison -> refused(comparison, why.get())))
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
