package io.jgbench.report.console;

import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.FigureSummary;
import io.jgbench.coordination.suite.result.FigureSummary.RoundValue;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.words.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The rate of each cell on one scale, for a terminal: every round, the interval and the median. */
final class CellChart {
    private static final int COLUMNS = 48;
    private static final int MOST_CELLS = 40;
    private static final int WIDEST_NAME = ConsoleReport.WIDTH - COLUMNS - 4;
    private static final char ROUND = '·';
    private static final char MEDIAN = '●';
    private static final char INTERVAL = '─';
    private static final char LOW = '├';
    private static final char HIGH = '┤';

    private CellChart() {}

    /** A line for each cell with a rate, below one that says the scale; none where fewer than two cells have one. */
    static List<String> of(SuiteResult suite, String unitOfWork) {
        List<CellResult> measured =
                suite.cells().stream().filter(cell -> rate(cell).isPresent()).toList();
        double largest = measured.stream()
                .flatMap(cell -> rate(cell).orElseThrow().values().stream())
                .mapToDouble(RoundValue::value)
                .max()
                .orElse(0);
        if (measured.size() < 2 || largest <= 0) {
            return List.of();
        }
        List<CellResult> shown = measured.subList(0, Math.min(MOST_CELLS, measured.size()));
        int widest = shown.stream().mapToInt(cell -> name(cell).length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        lines.add("Rounds (%s), 95 %% interval (%s%s%s) and median (%s) of the rate, 0 to %s %s/s"
                .formatted(ROUND, LOW, INTERVAL, HIGH, MEDIAN, Numbers.rounded(largest), unitOfWork));
        for (CellResult cell : shown) {
            String name = name(cell);
            lines.add("  " + name + " ".repeat(widest - name.length()) + "  "
                    + strip(rate(cell).orElseThrow(), largest).stripTrailing());
        }
        if (shown.size() < measured.size()) {
            lines.add("  and " + (measured.size() - shown.size()) + " more cells");
        }
        return lines;
    }

    private static Optional<FigureSummary> rate(CellResult cell) {
        return Optional.ofNullable(cell.figures().get(VisitDigest.UNITS_PER_SECOND));
    }

    /** The end of a long one is kept, as that is in what neighbours differ. */
    private static String name(CellResult cell) {
        String name = cell.cell();
        return name.length() <= WIDEST_NAME ? name : "…" + name.substring(name.length() - WIDEST_NAME + 1);
    }

    private static String strip(FigureSummary rate, double largest) {
        char[] columns = new char[COLUMNS];
        Arrays.fill(columns, ' ');
        rate.interval().ifPresent(interval -> draw(columns, interval, largest));
        for (RoundValue round : rate.values()) {
            int column = column(round.value(), largest);
            columns[column] = columns[column] == ' ' || columns[column] == INTERVAL ? ROUND : columns[column];
        }
        columns[column(rate.median(), largest)] = MEDIAN;
        return new String(columns);
    }

    private static void draw(char[] columns, Interval interval, double largest) {
        int low = column(interval.low(), largest);
        int high = column(interval.high(), largest);
        Arrays.fill(columns, low, high + 1, INTERVAL);
        columns[low] = LOW;
        columns[high] = HIGH;
    }

    private static int column(double value, double largest) {
        return Math.clamp(Math.round(value / largest * (COLUMNS - 1)), 0, COLUMNS - 1);
    }
}
