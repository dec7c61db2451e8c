package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.StatusCell;
import io.jgbench.coordination.BoundedText;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.operator.suite.SuiteOutcome.VisitedCell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a status says of each cell. */
final class CellCounts {
    private CellCounts() {}

    static List<StatusCell> of(SuiteSpec spec, KeptVisits kept) {
        Map<Integer, List<KeptVisit>> byCell = byCell(spec, kept);
        List<StatusCell> all = new ArrayList<>();
        for (Cell cell : spec.cells()) {
            List<KeptVisit> visits = byCell.getOrDefault(cell.index(), List.of());
            List<KeptVisit> valid = visits.stream().filter(KeptVisit::isValid).toList();
            List<KeptVisit> summedUp = isMixture(valid) ? List.of() : valid;
            all.add(new StatusCell(
                    cell.index() + 1,
                    BoundedText.of(cell.key(), StatusCell.MAX_NAME),
                    valid.size(),
                    visits.size() - valid.size(),
                    median(summedUp, KeptVisit::unitsPerSecond),
                    median(summedUp, KeptVisit::bytesPerSecond)));
        }
        return all;
    }

    /** Whether somebody changed the stack from visit to visit, so that their figures are not of one thing. */
    private static boolean isMixture(List<KeptVisit> valid) {
        return CellResult.mixture(valid.stream()
                        .flatMap(visit -> visit.stackHash().stream())
                        .collect(Collectors.toSet()))
                .isPresent();
    }

    /** How many rounds of each cell were visited, and how many of them are valid. */
    static List<VisitedCell> visited(SuiteSpec spec, KeptVisits kept) {
        Map<Integer, List<KeptVisit>> byCell = byCell(spec, kept);
        return spec.cells().stream()
                .map(cell -> {
                    List<KeptVisit> visits = byCell.getOrDefault(cell.index(), List.of());
                    List<KeptVisit> valid =
                            visits.stream().filter(KeptVisit::isValid).toList();
                    return new VisitedCell(cell.key(), rounds(visits), rounds(valid), isMixture(valid));
                })
                .toList();
    }

    private static int rounds(List<KeptVisit> visits) {
        return (int)
                visits.stream().map(visit -> visit.visit().round()).distinct().count();
    }

    private static Map<Integer, List<KeptVisit>> byCell(SuiteSpec spec, KeptVisits kept) {
        return kept.ofRounds(spec.rounds()).stream()
                .collect(Collectors.groupingBy(visit -> visit.visit().cell()));
    }

    private static Long median(List<KeptVisit> visits, Function<KeptVisit, Optional<Double>> figure) {
        double[] sorted = visits.stream()
                .flatMap(visit -> figure.apply(visit).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (sorted.length == 0) {
            return null;
        }
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return Math.round(sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
    }
}
