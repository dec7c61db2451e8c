package io.jgbench.coordination.suite.result;

import io.jgbench.api.v1alpha1.BenchmarkRunSpecBuilder;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import io.jgbench.api.v1alpha1.JvmSettings;
import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.spec.RunSpec;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A run that is over as a suite of one cell, each of whose rounds is a repetition, so that two runs of different days
 * are compared by the rules of two suites; see {@link RunComparison}.
 */
public final class RunAsSuite {
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
}
