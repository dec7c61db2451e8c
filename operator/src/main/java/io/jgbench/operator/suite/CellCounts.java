package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.StatusCell;
import io.jgbench.api.v1alpha1.StatusCellBuilder;
import io.jgbench.coordination.BoundedText;
import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.statistics.HodgesLehmann;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.FigureSummary;
import io.jgbench.operator.suite.SuiteOutcome.VisitedCell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
            double[] rates = figures(summedUp, KeptVisit::unitsPerSecond);
            Optional<Interval> interval = interval(rates);
            all.add(StatusCellBuilder.builder()
                    .cell(cell.index() + 1)
                    .name(BoundedText.of(cell.key(), StatusCell.MAX_NAME))
                    .validRounds(valid.size())
                    .notValid(visits.size() - valid.size())
                    .unitsPerSecond(median(rates))
                    .bytesPerSecond(median(figures(summedUp, KeptVisit::bytesPerSecond)))
                    .unitsPerSecondLow(rounded(interval.map(Interval::low)))
                    .unitsPerSecondHigh(rounded(interval.map(Interval::high)))
                    .spreadPermille(spreadPermille(rates))
                    .bottleneck(bottleneck(summedUp))
                    .build());
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

    private static double[] figures(List<KeptVisit> visits, Function<KeptVisit, Optional<Double>> figure) {
        return visits.stream()
                .flatMap(visit -> figure.apply(visit).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static Long median(double[] figures) {
        return figures.length == 0 ? null : Math.round(Spread.of(figures).median());
    }

    /** As {@link FigureSummary} has it in the suite's result. */
    private static Optional<Interval> interval(double[] rates) {
        return rates.length == 0 ? Optional.empty() : HodgesLehmann.of(rates).interval(FigureSummary.CONFIDENCE);
    }

    private static Long rounded(Optional<Double> bound) {
        return bound.map(Math::round).orElse(null);
    }

    private static Long spreadPermille(double[] rates) {
        if (rates.length < 2) {
            return null;
        }
        OptionalDouble apart = Spread.of(rates).permilleOfMedian();
        return apart.isPresent() ? Math.round(apart.getAsDouble()) : null;
    }

    /**
     * The one that most visits had; of two that as many had, the one that is declared first. That nothing was found
     * counts where nothing else was; null where no visit was looked at.
     */
    private static BottleneckType bottleneck(List<KeptVisit> visits) {
        Map<BottleneckType, Integer> counts = new EnumMap<>(BottleneckType.class);
        visits.forEach(visit -> visit.bottleneck().ifPresent(type -> counts.merge(type, 1, Integer::sum)));
        return counts.keySet().stream()
                .min(Comparator.comparing((BottleneckType type) -> type == BottleneckType.UNKNOWN)
                        .thenComparingInt(type -> -counts.get(type)))
                .orElse(null);
    }
}
