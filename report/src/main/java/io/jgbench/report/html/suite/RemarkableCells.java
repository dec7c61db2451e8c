package io.jgbench.report.html.suite;

import io.jgbench.coordination.statistics.Drift;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.FigureSummary;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Chooses which of many cells are drawn one by one: first those with something to look at, then those that vary most.
 */
final class RemarkableCells {
    /** Follows "The 48 of 500". */
    static final String REASON = " cells that have visits that are not valid, outliers or drift, or vary most.";

    private static final double ODD = 1e9;

    private RemarkableCells() {}

    /** All where there are not more than that, in their order; else the most remarkable ones first. */
    static List<CellResult> first(List<CellResult> cells, int most) {
        return cells.size() <= most
                ? cells
                : cells.stream()
                        .sorted(Comparator.comparingDouble(RemarkableCells::weight)
                                .reversed())
                        .limit(most)
                        .toList();
    }

    private static double weight(CellResult cell) {
        Optional<FigureSummary> rate = Optional.ofNullable(cell.figures().get(VisitDigest.UNITS_PER_SECOND));
        boolean isOdd = cell.invalidVisits() + cell.failedVisits() > 0
                || rate.filter(figure -> !figure.outliers().isEmpty()).isPresent()
                || rate.flatMap(FigureSummary::drift)
                        .filter(Drift::isSignificant)
                        .isPresent();
        double spread =
                rate.map(figure -> figure.spread().permilleOfMedian().orElse(0)).orElse(0.0);
        return spread + (isOdd ? ODD : 0);
    }
}
