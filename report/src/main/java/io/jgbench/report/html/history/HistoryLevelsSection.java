package io.jgbench.report.html.history;

import io.jgbench.coordination.result.Spread;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.result.SuiteHistory;
import io.jgbench.coordination.suite.result.SuiteHistory.Point;
import io.jgbench.coordination.suite.result.SuiteHistory.Series;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.UtcTime;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.LevelPanels;
import io.jgbench.report.chart.LevelPanels.Level;
import io.jgbench.report.chart.LevelPanels.Panel;
import io.jgbench.report.html.ChartFigure;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Each cell's figures from suite to suite, with its levels and where they change. */
record HistoryLevelsSection(SuiteHistory history) {
    private static final int MOST_PANELS = 48;
    private static final int MOST_POINTS = 200;
    private static final int MOST_ROWS = 2000;
    private static final int DATE = 10;

    Optional<PageSection> section() {
        List<Series> drawn = history.series().stream()
                .filter(series -> !series.points().isEmpty())
                .sorted(Comparator.comparing(series -> series.changes().isEmpty()))
                .limit(MOST_PANELS)
                .toList();
        return drawn.isEmpty()
                ? Optional.empty()
                : Optional.of(new PageSection(
                        "levels", "Levels", List.of(figure(drawn).element())));
    }

    private ChartFigure figure(List<Series> drawn) {
        List<Panel> panels = drawn.stream().map(HistoryLevelsSection::panel).toList();
        long changes =
                drawn.stream().mapToLong(series -> series.changes().size()).sum();
        boolean isCut = drawn.stream().anyMatch(series -> series.points().size() > MOST_POINTS);
        boolean hasMarks = drawn.stream().anyMatch(HistoryLevelsSection::hasMarks);
        int all = history.series().size();
        return new ChartFigure(
                history.metric() + " from suite to suite",
                history.metric() + " of each cell from suite to suite, in the order of time. Each drawing has an axis"
                        + " of its own, from its smallest to its largest value, which need not begin at 0."
                        + (drawn.size() < all
                                ? " " + drawn.size() + " of " + all + " cells, those first that changed."
                                : "")
                        + (isCut ? " At most the last " + MOST_POINTS + " suites." : "")
                        + (drawn.stream().allMatch(HistoryLevelsSection::hasMarks)
                                ? ""
                                : " Medians of cells with more than " + LevelPanels.MOST_MARKS
                                        + " suites have no marks."),
                List.of(
                        ChartFigure.key(
                                LevelPanels.sampleOfPoint(hasMarks),
                                "median, with its interval of 95 % where there are at least 6 rounds"),
                        ChartFigure.key(LevelPanels.sampleOfLevel(), "level"),
                        ChartFigure.key(LevelPanels.sampleOfChange(), "the level changed")),
                new LevelPanels(panels)
                        .svg(new Drawing(
                                "levels-chart",
                                history.metric() + " from suite to suite",
                                drawn.size() + " cells with " + changes + (changes == 1 ? " change" : " changes")
                                        + " of level.")),
                table(drawn));
    }

    private static boolean hasMarks(Series series) {
        return series.points().size() <= LevelPanels.MOST_MARKS;
    }

    private static Panel panel(Series series) {
        int from = Math.max(0, series.points().size() - MOST_POINTS);
        List<Point> points = series.points().subList(from, series.points().size());
        return new Panel(
                series.cell(),
                date(points.getFirst()),
                date(points.getLast()),
                points.stream().map(HistoryLevelsSection::point).toList(),
                levels(series, from));
    }

    private static String date(Point point) {
        return UtcTime.minute(point.time()).substring(0, DATE);
    }

    private static LevelPanels.Point point(Point point) {
        double low = point.interval().map(Interval::low).orElse(point.median());
        double high = point.interval().map(Interval::high).orElse(point.median());
        return new LevelPanels.Point(
                UtcTime.minute(point.time()) + ", " + point.suite() + ": " + Numbers.figure(point.median()),
                point.median(),
                Math.min(low, point.median()),
                Math.max(high, point.median()));
    }

    /** Those that end before the first point that is drawn are left out. */
    private static List<Level> levels(Series series, int shownFrom) {
        List<Level> levels = new ArrayList<>();
        int count = series.points().size();
        for (int i = -1; i < series.changes().size(); i++) {
            int from = i < 0 ? 0 : series.changes().get(i).index();
            int to = i + 1 < series.changes().size()
                    ? series.changes().get(i + 1).index()
                    : count;
            if (to > shownFrom) {
                levels.add(new Level(
                        Math.max(0, from - shownFrom),
                        to - shownFrom,
                        Spread.of(series.points().subList(from, to).stream()
                                        .mapToDouble(Point::median)
                                        .toArray())
                                .median(),
                        i < 0 ? "" : HistoryPage.text(series.changes().get(i))));
            }
        }
        return levels;
    }

    private DataTable table(List<Series> drawn) {
        List<List<String>> rows = new ArrayList<>();
        long points = history.series().stream()
                .mapToLong(series -> series.points().size())
                .sum();
        for (Series series : drawn) {
            for (int i = series.points().size() - 1; i >= 0 && rows.size() < MOST_ROWS; i--) {
                rows.add(row(series, i));
            }
        }
        return new DataTable(
                rows.size() < points
                        ? rows.size() + " of " + points + " figures; ./jgbench history DIR has all"
                        : "All figures, the last one of each cell first",
                List.of("CELL", "LAST VISIT OVER", "SUITE", "MEDIAN", "INTERVAL", "CHANGE"),
                rows,
                Kind.NUMBERS);
    }

    private static List<String> row(Series series, int index) {
        Point point = series.points().get(index);
        return List.of(
                series.cell(),
                UtcTime.minute(point.time()),
                point.suite(),
                Numbers.figure(point.median()),
                point.interval()
                        .map(interval -> Numbers.figure(interval.low()) + " to " + Numbers.figure(interval.high()))
                        .orElse("–"),
                series.changes().stream()
                        .filter(change -> change.index() == index)
                        .findFirst()
                        .map(HistoryPage::text)
                        .orElse(""));
    }
}
