package io.jgbench.coordination.suite.result;

import io.jgbench.coordination.suite.Cell;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether a suite can be compared with one that was measured before. Baselines from a folder, from a ConfigMap and from
 * a cluster are all checked here, so the same suite is a baseline everywhere or nowhere.
 */
public final class BaselineCheck {
    private BaselineCheck() {}

    /**
     * Why a suite cannot be compared with a baseline; empty where it can.
     *
     * @param now its cells, which need not be measured yet
     * @param before what the baseline came to
     * @param metric the figure, by its name in {@link VisitDigest#figures}
     */
    public static Optional<String> obstacle(List<Cell> now, SuiteResult before, String metric) {
        return notOver(before).or(() -> workload(now, before)).or(() -> metric(before, metric));
    }

    /** The same of a suite that was measured. */
    public static Optional<String> obstacle(SuiteResult now, SuiteResult before, String metric) {
        return notOver(before).or(() -> workload(now, before)).or(() -> metric(before, metric));
    }

    /** The figures of a suite that is not over can still change. */
    private static Optional<String> notOver(SuiteResult before) {
        return before.phase().isOver() ? Optional.empty() : Optional.of("suite " + before.suite() + " is not over yet");
    }

    /**
     * Why the cells of a suite cannot be compared with those of another one by their workloads. Empty if they can. The
     * other suite need not be measured yet.
     */
    public static Optional<String> workload(List<Cell> now, SuiteResult before) {
        return anotherWorkload(
                now.stream()
                        .map(cell -> new Asked(cell.key(), cell.coordinates(), SuiteJson.definition(cell)))
                        .toList(),
                before);
    }

    private static Optional<String> workload(SuiteResult now, SuiteResult before) {
        return anotherWorkload(
                now.cells().stream()
                        .map(cell -> new Asked(cell.cell(), cell.coordinates(), cell.definition()))
                        .toList(),
                before);
    }

    /**
     * Why a figure cannot be compared: a suite does not store all figures. Empty if this one is stored.
     *
     * @param metric the figure, by its name in {@link VisitDigest#figures}
     */
    public static Optional<String> metric(SuiteResult suite, String metric) {
        Set<String> stored = new TreeSet<>();
        suite.cells().forEach(cell -> stored.addAll(cell.figures().keySet()));
        return stored.isEmpty() || stored.contains(metric)
                ? Optional.empty()
                : Optional.of("suite " + suite.suite() + " does not hold " + metric + "; it holds "
                        + String.join(", ", stored) + "; a figure that any valid visit of a cell lacks is not stored");
    }

    /** A cell that is to be compared. */
    private record Asked(String key, Map<String, String> coordinates, Map<String, String> definition) {}

    private static Optional<String> anotherWorkload(List<Asked> cells, SuiteResult before) {
        boolean isAnyKnown = false;
        for (Asked cell : cells) {
            Optional<CellResult> other = BaselineComparison.sameCell(cell.coordinates(), before);
            Optional<String> differs = other.flatMap(known -> disagreement(cell, known));
            if (differs.isPresent()) {
                return differs;
            }
            isAnyKnown |= other.isPresent();
        }
        return isAnyKnown ? Optional.empty() : Optional.of(noCell(before));
    }

    private static String noCell(SuiteResult before) {
        return "suite " + before.suite() + " has none of the cells; it has "
                + before.cells().stream().map(CellResult::cell).limit(3).toList();
    }

    private static Optional<String> disagreement(Asked cell, CellResult other) {
        if (other.definition().isEmpty() || cell.definition().isEmpty()) {
            return Optional.of("what was measured in cell " + cell.key() + " is not stored; measure it again");
        }
        List<String> paths = CellDefinition.disagreements(cell.definition(), other.definition());
        return paths.isEmpty()
                ? Optional.empty()
                : Optional.of("cell " + cell.key() + " measured another workload: " + paths.getFirst() + " was "
                        + other.definition().getOrDefault(paths.getFirst(), "not given") + ", and is "
                        + cell.definition().getOrDefault(paths.getFirst(), "not given"));
    }
}
