package io.jgbench.report.html.suite;

import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.LineChart;
import io.jgbench.report.chart.LineChart.Line;
import io.jgbench.report.chart.LineChart.Other;
import io.jgbench.report.chart.LineChart.Point;
import io.jgbench.report.chart.LinearScale;
import io.jgbench.report.chart.ValueScale;
import io.jgbench.report.html.ChartFigure;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.FarLimit;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.html.suite.PaperMatches.Match;
import io.jgbench.report.html.suite.SuiteAxes.Value;
import io.jgbench.report.html.suite.SuiteFigure.Measured;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.papers.PublishedPoint;
import io.jgbench.report.papers.PublishedPoint.Range;
import io.jgbench.report.stored.StoredSuite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A figure of all cells as lines over an axis of the suite, with intervals, the wire's limit and what was published.
 *
 * @param suite the suite
 * @param axes how its cells are laid out
 * @param figure which figure
 * @param papers what was published of the same work
 */
record SuiteChartSection(StoredSuite suite, SuiteAxes axes, SuiteFigure figure, PaperMatches papers) {
    private static final String NONE = "–";

    /** Further charts are left out; the table of cells has all figures. */
    private static final int MOST_CHARTS = 12;

    /** The name of the line for the network's limit. */
    static final String WIRE_LIMIT = "wire limit";

    /** Limits that are nearer to each other are drawn as one. */
    static final double SAME_LIMIT = 0.03;

    Optional<PageSection> section() {
        double largest = figure.largest(suite.result());
        if (axes.across().isEmpty() || largest == 0) {
            return Optional.empty();
        }
        List<Node> parts = new ArrayList<>();
        int shown = Math.min(MOST_CHARTS, axes.charts().size());
        for (int i = 0; i < shown; i++) {
            SuiteAxes.Chart chart = axes.charts().get(i);
            if (!chart.name().isEmpty()) {
                parts.add(Element.of("h3", chart.name()));
            }
            parts.add(chart(chart, i, largest).element());
        }
        if (shown < axes.charts().size()) {
            parts.add(Element.of(
                    "p",
                    "The first " + shown + " of " + axes.charts().size()
                            + " charts. The table of cells has all figures."));
        }
        return Optional.of(new PageSection(figure.id(), figure.title(suite), parts));
    }

    /** The largest median of the cells of a chart; empty where none has a valid figure. */
    private OptionalDouble largestMedian(SuiteAxes.Chart chart) {
        return chart.lines().stream()
                .flatMap(line -> axes.values().stream()
                        .flatMap(value -> Optional.ofNullable(line.cells().get(value.text())).stream()))
                .flatMap(cell -> figure.of(cell).stream())
                .mapToDouble(Measured::median)
                .max();
    }

    private String inWords(SuiteAxes.Chart chart, List<Other> others) {
        String unit = " " + figure.unit(suite.result()) + ".";
        OptionalDouble median = largestMedian(chart);
        OptionalDouble published =
                others.stream().mapToDouble(other -> other.point().high()).max();
        return Numbers.counted(chart.lines().size(), "line") + " over "
                + Numbers.counted(axes.values().size(), "value") + " of "
                + axes.across().orElseThrow()
                + (median.isPresent()
                        ? "; the largest median is " + figure.text(median.getAsDouble()) + unit
                        : "; none has a valid figure.")
                + (published.isPresent()
                        ? " The largest published figure is " + figure.text(published.getAsDouble()) + unit
                        : "");
    }

    private ChartFigure chart(SuiteAxes.Chart chart, int number, double largest) {
        List<Line> lines = chart.lines().stream().map(this::line).toList();
        List<List<Point>> known = limits(chart);
        var far = new FarFigures(figure, largest);
        List<Line> limits =
                drawn(known.stream().filter(limit -> isSeen(limit, far)).toList());
        List<Beside> all = others(chart);
        List<Beside> seen =
                all.stream().filter(beside -> !far.has(beside.match())).toList();
        List<Other> others = seen.stream().map(Beside::other).toList();
        double end = Stream.concat(
                        limits.stream().flatMap(limit -> limit.points().stream()),
                        others.stream().map(Other::point))
                .mapToDouble(Point::high)
                .reduce(largest, Math::max);
        String across = axes.across().orElseThrow();
        String what = figure.title(suite) + (chart.name().isEmpty() ? "" : ", " + chart.name());
        var magnitude = figure.magnitude(end, suite.result());
        var x = new ValueScale(
                across,
                axes.values().stream()
                        .map(value -> new ValueScale.Mark(value.number(), value.text()))
                        .toList());
        var drawing = new Drawing(figure.id() + "-chart-" + number, what + " by " + across, inWords(chart, others));
        return new ChartFigure(
                what + " by " + across,
                caption(
                        !limits.isEmpty(),
                        known.stream().anyMatch(limit -> !isSeen(limit, far)),
                        !others.isEmpty(),
                        all.size() - others.size()),
                keys(chart, lines),
                new LineChart(x, LinearScale.upTo(end, magnitude), lines, limits, others).svg(drawing),
                table(what, chart, seen));
    }

    private String caption(boolean hasLimit, boolean leavesLimitOut, boolean hasOthers, int farAbove) {
        boolean hasIntervals = suite.result().cells().stream()
                .flatMap(cell -> figure.of(cell).stream())
                .anyMatch(Measured::hasInterval);
        return "Points are medians of the valid rounds."
                + (hasIntervals ? " Bars are 95 % intervals." : " Intervals need at least 6 rounds.")
                + " A line has a gap where a cell has no valid figure."
                + (hasLimit ? " Dashed line: the limit of the network." : "")
                + (leavesLimitOut ? FarLimit.sentence() : "")
                + (hasOthers
                        ? " Hollow marks in the colour of a line: published figures of the same work on other hardware."
                        : "")
                + FarFigures.sentence(farAbove);
    }

    /** Short names at their ends tell the lines apart. These keys have the full names with those of the axes. */
    private static List<Element> keys(SuiteAxes.Chart chart, List<Line> lines) {
        List<Element> keys = new ArrayList<>();
        for (int i = 0; lines.size() > 1 && i < lines.size(); i++) {
            keys.add(ChartFigure.key(
                    LineChart.sample(i, lines.get(i)), chart.lines().get(i).meaning()));
        }
        return keys;
    }

    private Line line(SuiteAxes.Line line) {
        return new Line(
                line.name(),
                axes.values().stream()
                        .map(value -> Optional.ofNullable(line.cells().get(value.text()))
                                .flatMap(figure::of)
                                .map(measured ->
                                        new Point(value.number(), measured.median(), measured.low(), measured.high()))
                                .orElseGet(() -> Point.gap(value.number())))
                        .toList());
    }

    /** The limits of the cells of each line, where they are known at more than one value. */
    private List<List<Point>> limits(SuiteAxes.Chart chart) {
        return chart.lines().stream()
                .map(line -> axes.values().stream()
                        .flatMap(value -> Optional.ofNullable(line.cells().get(value.text()))
                                .flatMap(figure::limit)
                                .map(limit -> new Point(value.number(), limit))
                                .stream())
                        .toList())
                .filter(limit -> limit.size() > 1)
                .toList();
    }

    private static boolean isSeen(List<Point> limit, FarFigures far) {
        return limit.stream().noneMatch(point -> far.hasLimit(point.y()));
    }

    /** One line for limits that are equal at every value. */
    private static List<Line> drawn(List<List<Point>> limits) {
        List<Line> drawn = new ArrayList<>();
        for (List<Point> points : limits) {
            if (drawn.stream().noneMatch(limit -> isSame(limit.points(), points))) {
                drawn.add(new Line(drawn.isEmpty() ? WIRE_LIMIT : "", points));
            }
        }
        return drawn;
    }

    private static boolean isSame(List<Point> one, List<Point> other) {
        return one.size() == other.size()
                && IntStream.range(0, one.size())
                        .allMatch(i -> one.get(i).x() == other.get(i).x()
                                && Math.abs(one.get(i).y() - other.get(i).y())
                                        <= SAME_LIMIT * one.get(i).y());
    }

    /**
     * A published figure.
     *
     * @param match the figure and its cell
     * @param other how it is drawn
     */
    private record Beside(Match match, Other other) {}

    private List<Beside> others(SuiteAxes.Chart chart) {
        List<Beside> others = new ArrayList<>();
        Set<List<Object>> shown = new HashSet<>();
        for (int i = 0; i < chart.lines().size(); i++) {
            SuiteAxes.Line line = chart.lines().get(i);
            for (Value value : axes.values()) {
                CellResult cell = line.cells().get(value.text());
                if (cell != null) {
                    for (Match match : papers.beside(cell)) {
                        if (shown.add(List.of(match.point(), value, match.messageBytes()))) {
                            others.add(new Beside(match, other(match, value, i)));
                        }
                    }
                }
            }
        }
        return others;
    }

    private Other other(Match match, Value value, int line) {
        PublishedPoint point = match.point();
        Range range = figure.of(point, match.messageBytes());
        return new Other(
                String.valueOf(point.year()),
                point.label() + ", other hardware: " + point.hardware(),
                line,
                new Point(value.number(), range.middle(), range.low(), range.high()));
    }

    private DataTable table(String what, SuiteAxes.Chart chart, List<Beside> published) {
        String across = axes.across().orElseThrow();
        List<String> columns = new ArrayList<>(List.of("LINE"));
        axes.values().forEach(value -> columns.add(across + " " + value.text()));
        List<List<String>> rows = new ArrayList<>();
        for (SuiteAxes.Line line : chart.lines()) {
            List<String> row = new ArrayList<>(List.of(line.meaning()));
            axes.values()
                    .forEach(value -> row.add(Optional.ofNullable(line.cells().get(value.text()))
                            .map(cell -> figure.of(cell).map(this::text).orElse("none"))
                            .orElse(NONE)));
            rows.add(row);
        }
        rows.addAll(rowsOfLimits(chart));
        rows.addAll(rowsOf(published, chart));
        return new DataTable(what + ", " + figure.unit(suite.result()), columns, rows, Kind.NUMBERS);
    }

    /** One row if all lines have the same limits, as in the drawing; otherwise one row for each line. */
    private List<List<String>> rowsOfLimits(SuiteAxes.Chart chart) {
        Map<List<String>, String> names = new LinkedHashMap<>();
        for (SuiteAxes.Line line : chart.lines()) {
            List<String> limits = axes.values().stream()
                    .map(value -> Optional.ofNullable(line.cells().get(value.text()))
                            .flatMap(figure::limit)
                            .map(figure::text)
                            .orElse(NONE))
                    .toList();
            if (limits.stream().anyMatch(limit -> !limit.equals(NONE))) {
                names.merge(limits, line.meaning(), (one, other) -> one + "; " + other);
            }
        }
        return names.entrySet().stream()
                .map(row -> row(names.size() == 1 ? WIRE_LIMIT : WIRE_LIMIT + ", " + row.getValue(), row.getKey()))
                .toList();
    }

    /** One row for each paper and each line beside which its figures are drawn. */
    private List<List<String>> rowsOf(List<Beside> published, SuiteAxes.Chart chart) {
        Map<String, Map<Double, String>> rows = new LinkedHashMap<>();
        for (Beside beside : published) {
            String name = beside.match().point().label() + ", other hardware"
                    + (chart.lines().size() > 1
                            ? ", beside "
                                    + chart.lines().get(beside.other().line()).meaning()
                            : "");
            Point point = beside.other().point();
            String text =
                    figure.text(point.low()) + (point.high() > point.low() ? " to " + figure.text(point.high()) : "");
            rows.computeIfAbsent(name, _ -> new HashMap<>()).merge(point.x(), text, (one, other) -> one + "; " + other);
        }
        return rows.entrySet().stream()
                .map(row -> row(
                        row.getKey(),
                        axes.values().stream()
                                .map(value -> row.getValue().getOrDefault(value.number(), NONE))
                                .toList()))
                .toList();
    }

    private static List<String> row(String name, List<String> values) {
        return Stream.concat(Stream.of(name), values.stream()).toList();
    }

    private String text(Measured measured) {
        return figure.text(measured.median())
                + (measured.hasInterval()
                        ? " (" + figure.text(measured.low()) + " to " + figure.text(measured.high()) + ")"
                        : "");
    }
}
