package io.jgbench.report.html.suite;

import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.report.chart.DotPlot;
import io.jgbench.report.chart.DotPlot.Level;
import io.jgbench.report.chart.DotPlot.Row;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.LinearScale;
import io.jgbench.report.html.ChartFigure;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.FarLimit;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.html.suite.SuiteFigure.Measured;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.papers.PublishedPoint.Range;
import io.jgbench.report.stored.StoredSuite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A figure of all cells below each other, for a suite without an axis of numbers.
 *
 * @param suite the suite
 * @param figure which figure
 * @param papers what was published of the same work
 */
record SuiteDotsSection(StoredSuite suite, SuiteFigure figure, PaperMatches papers) {
    private static final String NONE = "–";
    private static final int MOST_ROWS = 48;
    private static final int OWN = 0;
    private static final int PUBLISHED = 1;

    Optional<PageSection> section() {
        var far = new FarFigures(figure, figure.largest(suite.result()));
        List<Row> rows = rows(far);
        if (rows.stream().noneMatch(row -> row.style() == OWN)) {
            return Optional.empty();
        }
        List<Row> shown = rows.subList(0, Math.min(MOST_ROWS, rows.size()));
        String which = shown.size() < rows.size() ? "The first " + MOST_ROWS + " of " + rows.size() + " rows. " : "";
        List<Node> parts = new ArrayList<>(List.of(figure(which, shown, far).element()));
        if (!which.isEmpty()) {
            parts.add(Element.of("p", which + "The table of cells has all."));
        }
        return Optional.of(new PageSection(figure.id(), figure.title(suite), parts));
    }

    private List<Row> rows(FarFigures far) {
        List<Row> rows = new ArrayList<>();
        for (CellResult cell : suite.result().cells()) {
            figure.of(cell)
                    .ifPresent(measured ->
                            rows.add(new Row(cell.cell(), measured.median(), measured.low(), measured.high(), OWN)));
            papers.beside(cell).stream().filter(match -> !far.has(match)).forEach(match -> {
                Range range = figure.of(match.point(), match.messageBytes());
                rows.add(new Row(match.point().label(), range.middle(), range.low(), range.high(), PUBLISHED));
            });
        }
        return rows;
    }

    /** The wire's limit; empty where cells have others, as a line through all rows would be none of theirs. */
    private Optional<Double> limitOfAll() {
        double[] limits = suite.result().cells().stream()
                .flatMap(cell -> figure.limit(cell).stream())
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return limits.length > 0 && limits[limits.length - 1] <= limits[0] * (1 + SuiteChartSection.SAME_LIMIT)
                ? Optional.of(limits[limits.length - 1])
                : Optional.empty();
    }

    /** @param which rows these are, as a sentence; empty for all */
    private ChartFigure figure(String which, List<Row> rows, FarFigures far) {
        double largest = rows.stream().mapToDouble(Row::high).max().orElse(1);
        Optional<Double> limit = limitOfAll();
        List<Level> levels = limit
                .filter(value -> !far.hasLimit(value))
                .map(value -> new Level(SuiteChartSection.WIRE_LIMIT, value))
                .stream()
                .toList();
        double end = levels.stream().mapToDouble(Level::value).reduce(largest, Math::max);
        boolean hasPapers = rows.stream().anyMatch(row -> row.style() == PUBLISHED);
        String own = which + "The largest median is " + text(rows, OWN);
        String inWords = hasPapers ? own + " The largest published figure is " + text(rows, PUBLISHED) : own;
        var plot = new DotPlot(LinearScale.upTo(end, figure.magnitude(end, suite.result())), rows, levels);
        return new ChartFigure(
                figure.title(suite) + " by cell",
                "Medians of the valid rounds, with 95 % intervals where there are at least 6 rounds."
                        + (limit.isPresent() && levels.isEmpty() ? FarLimit.sentence() : "")
                        + (hasPapers ? " Squares: published figures of the same work on other hardware." : "")
                        + FarFigures.sentence(Math.toIntExact(
                                papers.all().stream().filter(far::has).count())),
                List.of(),
                plot.svg(new Drawing(figure.id() + "-chart", figure.title(suite) + " by cell", inWords)),
                new DataTable(
                        figure.title(suite) + ", " + figure.unit(suite.result()),
                        List.of("CELL", "MEDIAN", "INTERVAL"),
                        Stream.concat(
                                        rows.stream().map(this::cells),
                                        levels.stream()
                                                .map(level -> List.of(level.name(), figure.text(level.value()), NONE)))
                                .toList(),
                        Kind.NUMBERS));
    }

    /** The largest one of a kind, as the end of a sentence. */
    private String text(List<Row> rows, int style) {
        double largest = rows.stream()
                .filter(row -> row.style() == style)
                .mapToDouble(row -> style == OWN ? row.value() : row.high())
                .max()
                .orElse(0);
        return figure.text(largest) + " " + figure.unit(suite.result()) + ".";
    }

    private List<String> cells(Row row) {
        var measured = new Measured(row.value(), row.low(), row.high());
        return List.of(
                row.name(),
                figure.text(measured.median()),
                measured.hasInterval() ? figure.text(measured.low()) + " to " + figure.text(measured.high()) : NONE);
    }
}
