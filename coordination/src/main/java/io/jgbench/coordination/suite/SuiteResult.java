package io.jgbench.coordination.suite;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
        List<CellResult> cells) {
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
    }

    /**
     * Sums up a suite.
     *
     * @param digests those of its visits, in any order
     */
    public static SuiteResult of(SuiteSpec spec, SuiteStatus status, List<VisitDigest> digests) {
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
                .cells(spec.cells().stream()
                        .map(cell -> CellResult.of(
                                cell,
                                spec.rounds(),
                                digests.stream()
                                        .filter(digest -> digest.visit().cell() == cell.index())
                                        .toList()))
                        .toList())
                .build();
    }
}
