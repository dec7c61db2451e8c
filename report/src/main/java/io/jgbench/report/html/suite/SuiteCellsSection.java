package io.jgbench.report.html.suite;

import io.jgbench.coordination.statistics.Drift;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.FigureSummary;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Each cell with its figures; one without any is there too. */
record SuiteCellsSection(SuiteResult suite) {
    private static final String NONE = "–";

    PageSection section() {
        String unit = suite.unitOfWork().toUpperCase(Locale.ROOT) + "/S";
        return new PageSection(
                "cells",
                "Cells",
                List.of(
                        new DataTable(
                                        "The median over the valid rounds of each cell. What is not valid or failed"
                                                + " enters no figure",
                                        List.of(
                                                "CELL",
                                                "VALID",
                                                unit,
                                                "95 % INTERVAL",
                                                "SPREAD",
                                                "MB/S",
                                                "OF LIMIT",
                                                "BOTTLENECK",
                                                "OUTLIERS",
                                                "DRIFT",
                                                "NOT VALID",
                                                "FAILED"),
                                        suite.cells().stream()
                                                .map(SuiteCellsSection::row)
                                                .toList(),
                                        Kind.NUMBERS)
                                .element(),
                        Element.of(
                                "p",
                                "Valid: rounds with a valid visit, of those planned. Interval: Hodges and Lehmann's, of"
                                        + " at least 6 rounds. Spread: highest less lowest, of the median. Outliers:"
                                        + " rounds whose rate lies far from the others; they are counted like them."
                                        + " Drift: by how much the rate changed from the first round to the last, of at"
                                        + " least 5 rounds; in brackets where chance explains it.")));
    }

    private static List<String> row(CellResult cell) {
        Optional<FigureSummary> rate = figure(cell, VisitDigest.UNITS_PER_SECOND);
        return List.of(
                cell.cell(),
                cell.validRounds() + " of " + cell.plannedRounds(),
                rate.map(found -> Numbers.figure(found.median())).orElse(NONE),
                rate.flatMap(FigureSummary::interval)
                        .map(SuiteCellsSection::interval)
                        .orElse(NONE),
                rate.map(SuiteCellsSection::spread).orElse(NONE),
                figure(cell, VisitDigest.BYTES_PER_SECOND)
                        .map(found -> Numbers.megabytes(found.median()))
                        .orElse(NONE),
                figure(cell, "efficiencyPermille")
                        .map(found -> Numbers.percent(found.median()))
                        .orElse(NONE),
                bottleneck(cell),
                rate.map(SuiteCellsSection::outliers).orElse(NONE),
                rate.flatMap(FigureSummary::drift).map(SuiteCellsSection::drift).orElse(NONE),
                String.valueOf(cell.invalidVisits()),
                String.valueOf(cell.failedVisits()));
    }

    private static Optional<FigureSummary> figure(CellResult cell, String name) {
        return Optional.ofNullable(cell.figures().get(name));
    }

    private static String interval(Interval interval) {
        return Numbers.figure(interval.low()) + " to " + Numbers.figure(interval.high());
    }

    private static String spread(FigureSummary figure) {
        var apart = figure.spread().permilleOfMedian();
        return apart.isPresent() && figure.values().size() > 1 ? Numbers.percent(apart.getAsDouble()) : NONE;
    }

    private static String outliers(FigureSummary figure) {
        return figure.outliers().isEmpty()
                ? "0"
                : "round " + figure.outliers().stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String drift(Drift drift) {
        String change = Numbers.change(drift.changePermille() / 1000);
        return drift.isSignificant() ? change : "(" + change + ")";
    }

    /** That of most visits first. */
    private static String bottleneck(CellResult cell) {
        return cell.bottlenecks().isEmpty()
                ? NONE
                : cell.bottlenecks().entrySet().stream()
                        .sorted((one, other) -> other.getValue() - one.getValue())
                        .map(each ->
                                each.getKey().label() + (cell.bottlenecks().size() == 1 ? "" : " " + each.getValue()))
                        .collect(Collectors.joining(", "));
    }
}
