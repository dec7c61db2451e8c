package io.jgbench.coordination.suite;

import io.jgbench.api.v1alpha1.BenchmarkSuiteSpec.Order;
import io.jgbench.coordination.spec.Checks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a suite does: checked, with every default filled in.
 *
 * @param name the suite's name
 * @param axes the names of the axes, in their order
 * @param cells all cells, by index; at least one
 * @param rounds how often each cell is measured, at least 1
 * @param order in which order cells are visited
 * @param seed the random order follows from it
 * @param retries how often a visit is repeated that gave no valid figures, at least 0
 * @param budget how long all visits may take together
 * @param thresholds what figures must be at least or at most
 * @param comparison which cells are compared with each other
 * @param baseline what was measured before and the cells are compared with
 * @param suspended whether no further visit may begin
 */
@RecordBuilder
public record SuiteSpec(
        String name,
        List<String> axes,
        List<Cell> cells,
        int rounds,
        Order order,
        long seed,
        int retries,
        Optional<Duration> budget,
        List<Threshold> thresholds,
        Optional<CellComparison> comparison,
        Optional<BaselineRequest> baseline,
        boolean suspended) {

    /** Checks the ranges and copies the lists. */
    public SuiteSpec {
        Objects.requireNonNull(name, "name");
        axes = List.copyOf(axes);
        cells = List.copyOf(cells);
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(budget, "budget");
        thresholds = List.copyOf(thresholds);
        Objects.requireNonNull(comparison, "comparison");
        Objects.requireNonNull(baseline, "baseline");
        Checks.atLeast("cells", 1, cells.size());
        Checks.atLeast("rounds", 1, rounds);
        Checks.atLeast("retries", 0, retries);
    }

    /** The figures that are summed up for each cell: the usual ones, and those that something is asked of. */
    public Set<String> figures() {
        Set<String> all = new LinkedHashSet<>(Metrics.OF_EACH_CELL);
        thresholds.forEach(threshold -> all.add(threshold.metric()));
        comparison.ifPresent(compared -> all.add(compared.question().metric()));
        baseline.ifPresent(before -> all.add(before.metric()));
        return all;
    }

    /**
     * This suite in the role of another suite's baseline: without questions of its own, and with the compared figure
     * among its figures.
     */
    public SuiteSpec comparedBy(BaselineRequest request) {
        return SuiteSpecBuilder.builder(this)
                .thresholds(List.of())
                .comparison(Optional.empty())
                .baseline(Optional.of(request))
                .build();
    }

    /** The same suite, but suspended: no further visit may begin. */
    public SuiteSpec heldBack() {
        return SuiteSpecBuilder.builder(this).suspended(true).build();
    }

    /** Why a digest is of none of its visits; empty where it is of one. */
    public Optional<String> whyNotOf(VisitDigest digest) {
        int cell = digest.visit().cell();
        boolean isOfAVisit = digest.suite().equals(name)
                && cell < cells.size()
                && cells.get(cell).coordinates().equals(digest.coordinates());
        return isOfAVisit
                ? Optional.empty()
                : Optional.of("the digest of run " + digest.run() + " is of cell " + Cell.key(digest.coordinates())
                        + " of suite " + digest.suite() + ", which is not cell " + (cell + 1) + " of suite " + name
                        + "; remove it");
    }

    /** Visits that are planned, without retries. */
    public int visits() {
        return Math.multiplyExact(cells.size(), rounds);
    }
}
