package io.jgbench.report.console;

import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.result.SuiteHistory;
import io.jgbench.coordination.suite.result.SuiteHistory.Change;
import io.jgbench.coordination.suite.result.SuiteHistory.Point;
import io.jgbench.coordination.suite.result.SuiteHistory.Series;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.Paragraph;
import io.jgbench.coordination.words.TextTable;
import io.jgbench.report.HistoryVerdict;
import io.jgbench.report.UtcTime;
import java.util.ArrayList;
import java.util.List;

/** Suites over time as text: a table for each cell, and where its level changes. */
public final class HistoryReport {
    private static final String NONE = "-";

    private final SuiteHistory history;
    private final Style style;
    private final List<String> lines = new ArrayList<>();

    private HistoryReport(SuiteHistory history, Style style) {
        this.history = history;
        this.style = style;
    }

    /** The whole report, ending with a line break. */
    public static String text(SuiteHistory history, Style style) {
        return new HistoryReport(history, style).text();
    }

    private String text() {
        history.series().forEach(this::series);
        lines.addAll(Paragraph.wrap("", verdict(new HistoryVerdict(history)), ConsoleReport.WIDTH));
        return String.join("\n", lines) + "\n";
    }

    private String verdict(HistoryVerdict verdict) {
        return switch (verdict.outcome()) {
            case CHANGED -> style.doubtful(verdict.heading()) + ": " + counted(verdict);
            case NO_CHANGE -> style.good(verdict.heading()) + ": " + counted(verdict);
            case TOO_FEW_SUITES -> style.doubtful(verdict.heading()) + ": " + verdict.whatItTakes();
        };
    }

    private String counted(HistoryVerdict verdict) {
        String count = verdict.changes() == 1 ? "1 change" : verdict.changes() + " changes";
        return count + " of level in " + history.series().size() + " cells, by e-divisive with a permutation test. "
                + history.byChance() + verdict.tooShort().map(" "::concat).orElse("");
    }

    private void series(Series series) {
        var table = new TextTable(ConsoleReport.WIDTH);
        table.row(List.of("LAST VISIT OVER", "SUITE", "MEDIAN", "95 % INTERVAL", "CHANGE"));
        for (int i = 0; i < series.points().size(); i++) {
            Point point = series.points().get(i);
            int index = i;
            table.row(List.of(
                    UtcTime.minute(point.time()),
                    point.suite(),
                    SuiteReport.number(point.median()),
                    point.interval().map(HistoryReport::interval).orElse(NONE),
                    series.changes().stream()
                            .filter(change -> change.index() == index)
                            .findFirst()
                            .map(HistoryReport::change)
                            .orElse("")));
        }
        // not in the table, which would shorten cells to their ends, and these are often alike
        lines.addAll(Paragraph.wrap("", series.cell() + ": " + history.metric(), ConsoleReport.WIDTH));
        lines.addAll(table.lines());
        series.changes().forEach(change -> hosts(series, change));
        lines.add("");
    }

    private void hosts(Series series, Change change) {
        String at = " at " + UtcTime.minute(series.points().get(change.index()).time()) + " UTC";
        if (!series.knowsEnvironmentsAt(change)) {
            lines.addAll(Paragraph.wrap(
                    "  ", "Whether hosts or JVMs changed as well" + at + " is not known.", ConsoleReport.WIDTH));
        } else if (change.environmentChanged()) {
            lines.addAll(Paragraph.wrap("  ", "Hosts or JVMs changed as well" + at + ".", ConsoleReport.WIDTH));
        }
    }

    private static String interval(Interval interval) {
        return SuiteReport.interval(interval);
    }

    private static String change(Change change) {
        String by = change.changePermille().isPresent()
                ? Numbers.change(change.changePermille().getAsDouble() / 1000)
                : SuiteReport.number(change.before()) + " to " + SuiteReport.number(change.after());
        return by + ", " + Numbers.pValue(change.pValue());
    }
}
