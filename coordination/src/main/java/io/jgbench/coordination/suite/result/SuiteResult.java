package io.jgbench.coordination.suite.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import io.jgbench.coordination.environment.EnvironmentFacts;
import io.jgbench.coordination.statistics.ClaimRule;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.SuiteStatus;
import io.jgbench.coordination.suite.VisitDigest;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a suite came to, so far or in the end; {@code suite.json}.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION}
 * @param suite the suite's name
 * @param phase how it stands
 * @param axes the names of the axes, in their order
 * @param order in which order cells are visited
 * @param seed the random order follows from it
 * @param rounds how often each cell is to be measured
 * @param startTime when its first visit began; empty before it
 * @param completionTime when its last visit so far was over
 * @param measuredNanos how long all visits took together
 * @param cells all cells, in the order of the axes' values, those without a valid visit included
 * @param environments what the hash of each environment is made of, by the hash; see {@link
 *     CellResult#environmentHashes}
 * @param thresholds each threshold against each cell that it is for
 * @param comparisons cells against each other, with Holm's correction over all of them
 * @param baseline the cells against those of a suite that was measured before
 * @param paper the cells beside the figures of a published paper
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record SuiteResult(
        int schemaVersion,
        String suite,
        SuitePhase phase,
        List<String> axes,
        Order order,
        long seed,
        int rounds,
        Optional<Instant> startTime,
        Optional<Instant> completionTime,
        long measuredNanos,
        List<CellResult> cells,
        Map<String, EnvironmentFacts> environments,
        List<ThresholdResult> thresholds,
        List<ArmComparison> comparisons,
        Optional<BaselineComparison> baseline,
        Optional<PaperComparison> paper) {
    /** The version of this record as JSON; another one is not read. */
    public static final int SCHEMA_VERSION = 1;

    /** Refuses nulls and copies the lists. */
    public SuiteResult {
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(phase, "phase");
        axes = List.copyOf(axes);
        Objects.requireNonNull(order, "order");
        startTime = startTime == null ? Optional.empty() : startTime;
        completionTime = completionTime == null ? Optional.empty() : completionTime;
        cells = List.copyOf(cells);
        environments = environments == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(environments));
        thresholds = thresholds == null ? List.of() : List.copyOf(thresholds);
        comparisons = comparisons == null ? List.of() : List.copyOf(comparisons);
        baseline = baseline == null ? Optional.empty() : baseline;
        paper = paper == null ? Optional.empty() : paper;
    }

    /**
     * Sums up a suite.
     *
     * @param all digests of its visits, in any order; rounds beyond those that the suite has now are left out
     */
    public static SuiteResult of(SuiteSpec spec, SuiteStatus status, List<VisitDigest> all) {
        List<VisitDigest> digests = all.stream()
                .filter(digest -> digest.visit().round() <= spec.rounds())
                .toList();
        Set<String> figures = spec.figures();
        List<CellResult> cells = spec.cells().stream()
                .map(cell -> CellResult.of(
                        cell,
                        spec.rounds(),
                        figures,
                        digests.stream()
                                .filter(digest -> digest.visit().cell() == cell.index())
                                .toList()))
                .toList();
        return SuiteResultBuilder.builder()
                .schemaVersion(SCHEMA_VERSION)
                .suite(spec.name())
                .phase(status.phase())
                .axes(spec.axes())
                .order(spec.order())
                .seed(spec.seed())
                .rounds(spec.rounds())
                .startTime(digests.stream().map(VisitDigest::startTime).min(Instant::compareTo))
                .completionTime(
                        digests.stream().map(VisitDigest::completionTime).max(Instant::compareTo))
                .measuredNanos(status.spentNanos())
                .cells(cells)
                .environments(environments(digests))
                .thresholds(ThresholdResult.of(spec, cells, digests))
                .comparisons(spec.comparison()
                        .map(comparison -> ArmComparison.all(spec, digests, comparison))
                        .orElse(List.of()))
                .build();
    }

    private static Map<String, EnvironmentFacts> environments(List<VisitDigest> digests) {
        Map<String, EnvironmentFacts> facts = new TreeMap<>();
        digests.forEach(digest -> digest.environmentHash()
                .ifPresent(hash -> digest.environmentFacts().ifPresent(known -> facts.put(hash, known))));
        return facts;
    }

    /** What the environment of a cell's visits is made of, where it is the same for all and stored. */
    Optional<EnvironmentFacts> environment(CellResult cell) {
        return cell.environmentHashes().stream()
                .findFirst()
                .filter(_ -> cell.environmentHashes().size() == 1)
                .map(environments::get);
    }

    /**
     * The same with what may be said of its cells against those of a suite that was measured before.
     *
     * @param metric the figure, by its name in {@link VisitDigest#figures}
     */
    public SuiteResult against(SuiteResult before, String metric, ClaimRule rule) {
        return SuiteResultBuilder.builder(this)
                .baseline(Optional.of(BaselineComparison.of(this, before, metric, rule)))
                .build();
    }

    /** Whether a threshold came to that for a cell. */
    public boolean hasThreshold(ThresholdResult.ThresholdOutcome outcome) {
        return thresholds.stream().anyMatch(threshold -> threshold.outcome() == outcome);
    }

    /** What is counted, where all cells count the same: "messages"; otherwise "units". */
    public String unitOfWork() {
        List<String> units = cells.stream()
                .flatMap(cell -> cell.unitOfWork().stream())
                .distinct()
                .toList();
        return units.size() == 1 ? units.getFirst() : "units";
    }
}
