package io.jgbench.report.console;

import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.result.OneWayLatency;
import io.jgbench.coordination.statistics.HodgesLehmann;
import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.FigureSummary;
import io.jgbench.coordination.suite.result.LatencySummary;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.coordination.words.Paragraph;
import io.jgbench.coordination.words.TextTable;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a suite came to as text: a line for each cell, and what one must know to read it. */
public final class SuiteReport {
    private static final String NONE = "-";

    private final SuiteResult suite;
    private final Style style;
    private final boolean draws;
    private final List<String> lines = new ArrayList<>();

    private SuiteReport(SuiteResult suite, Style style, boolean draws) {
        this.suite = suite;
        this.style = style;
        this.draws = draws;
    }

    /** The whole report without a chart, ending with a line break. */
    public static String text(SuiteResult suite, Style style) {
        return text(suite, style, false);
    }

    /**
     * The whole report, ending with a line break.
     *
     * @param draws whether a chart of the cells' rates stands in it, for a terminal
     */
    public static String text(SuiteResult suite, Style style, boolean draws) {
        return new SuiteReport(suite, style, draws).text();
    }

    private String text() {
        lines.addAll(Paragraph.wrap("", headline(), ConsoleReport.WIDTH));
        lines.add("");
        lines.addAll(rates());
        List<String> chart = draws ? CellChart.of(suite, suite.unitOfWork()) : List.of();
        if (!chart.isEmpty()) {
            lines.add("");
            lines.addAll(chart);
        }
        List<String> latencies = latencies();
        if (!latencies.isEmpty()) {
            lines.add("");
            lines.addAll(latencies);
        }
        notes();
        lines.addAll(SuiteJudgement.lines(suite));
        lines.add("");
        lines.addAll(Paragraph.wrap("", verdict(), ConsoleReport.WIDTH));
        SuiteJudgement.verdicts(suite, style)
                .forEach(sentence -> lines.addAll(Paragraph.wrap("", sentence, ConsoleReport.WIDTH)));
        return String.join("\n", lines) + "\n";
    }

    private String headline() {
        return "Suite %s: %s, %s, %s, %s measured."
                .formatted(
                        suite.suite(),
                        Numbers.counted(suite.cells().size(), "cell"),
                        Numbers.counted(suite.rounds(), "round"),
                        suite.order().name().toLowerCase(Locale.ROOT) + " with seed " + suite.seed(),
                        duration(Duration.ofNanos(suite.measuredNanos())));
    }

    private List<String> rates() {
        var table = new TextTable(ConsoleReport.WIDTH);
        String unit = suite.unitOfWork().toUpperCase(Locale.ROOT);
        table.row(List.of("CELL", "ROUNDS", unit + "/s", "95 % INTERVAL", "SPREAD", "MB/s", "NOT VALID"));
        for (CellResult cell : suite.cells()) {
            Optional<FigureSummary> rate = Optional.ofNullable(cell.figures().get(VisitDigest.UNITS_PER_SECOND));
            Optional<FigureSummary> bytes = Optional.ofNullable(cell.figures().get(VisitDigest.BYTES_PER_SECOND));
            table.row(List.of(
                    cell.cell(),
                    cell.validRounds() + "/" + cell.plannedRounds(),
                    rate.map(figure -> number(figure.median())).orElse(NONE),
                    rate.flatMap(FigureSummary::interval)
                            .map(SuiteReport::interval)
                            .orElse(NONE),
                    rate.map(SuiteReport::spread).orElse(NONE),
                    bytes.map(figure -> Numbers.megabytes(figure.median())).orElse(NONE),
                    Integer.toString(cell.invalidVisits() + cell.failedVisits())));
        }
        return table.lines();
    }

    private List<String> latencies() {
        var table = new TextTable(ConsoleReport.WIDTH);
        table.row(List.of("LATENCY, MICROSECONDS", "P50", "P90", "P99", "P99.9"));
        List<String> intervals = new ArrayList<>();
        boolean isEmpty = true;
        for (CellResult cell : suite.cells()) {
            for (var timed : cell.latencies().entrySet()) {
                List<String> row = new ArrayList<>(List.of(cell.cell() + " " + timed.getKey()));
                timed.getValue().percentiles().forEach(percentile -> row.add(number(percentile.micros())));
                table.row(row);
                intervals.addAll(intervals(row.getFirst(), timed.getValue()));
                isEmpty = false;
            }
        }
        return isEmpty
                ? List.of()
                : Stream.of(table.lines(), intervals, meanings())
                        .flatMap(List::stream)
                        .toList();
    }

    /** What the names of Multicast's two latencies mean. */
    private List<String> meanings() {
        Set<String> timed = suite.cells().stream()
                .flatMap(cell -> cell.latencies().keySet().stream())
                .collect(Collectors.toSet());
        List<String> meanings = new ArrayList<>();
        if (timed.contains(OneWayLatency.DELIVERY)) {
            double error = suite.cells().stream()
                    .filter(cell -> cell.latencies().containsKey(OneWayLatency.DELIVERY))
                    .flatMap(cell -> Optional.ofNullable(cell.figures().get(VisitDigest.LATENCY_ERROR_MICROS)).stream())
                    .mapToDouble(figure -> figure.spread().max())
                    .max()
                    .orElse(0);
            meanings.add("  delivery: to another member"
                    + (error > 0 ? ", by clocks known to +/- " + number(error) + " microseconds" : ""));
            if (error > 0) {
                meanings.add("    (measured before each run and, where that was possible, after it)");
            }
        }
        if (timed.contains(WorkloadReport.LOOPBACK)) {
            meanings.add("  loopback: back to its own sender, over no wire");
        }
        return meanings;
    }

    /** Beside the percentiles they would leave no room for the names. */
    private static List<String> intervals(String name, LatencySummary timed) {
        String text = timed.percentiles().stream()
                .flatMap(percentile -> percentile.interval().stream()
                        .map(interval -> "P" + plain(percentile.percentile()) + " " + interval(interval)))
                .collect(Collectors.joining("; "));
        return text.isEmpty()
                ? List.of()
                : Paragraph.wrap("  ", name + ", intervals of 95 %: " + text, ConsoleReport.WIDTH);
    }

    private void notes() {
        List<String> notes = new ArrayList<>();
        int least = HodgesLehmann.leastValues(FigureSummary.CONFIDENCE);
        if (suite.cells().stream().anyMatch(cell -> cell.validRounds() > 0 && cell.validRounds() < least)) {
            notes.add("An interval of 95 % takes at least " + least + " rounds with valid figures.");
        }
        for (CellResult cell : suite.cells()) {
            rate(cell, notes);
            cell.runs().stream()
                    .flatMap(run ->
                            run.why().map(why -> run.run() + " " + run.outcome().inWords() + ": " + why).stream())
                    .forEach(notes::add);
            cell.mixture()
                    .ifPresent(why -> notes.add(cell.cell() + ": " + why + ", so that it has no figure of either."));
            if (cell.environmentHashes().size() > 1) {
                notes.add(cell.cell() + ": hosts or JVMs changed between its visits (environments "
                        + String.join(", ", cell.environmentHashes()) + ").");
            }
        }
        var environments = new TreeSet<String>();
        suite.cells().forEach(cell -> environments.addAll(cell.environmentHashes()));
        if (environments.size() > 1) {
            notes.add("Cells ran in " + environments.size()
                    + " environments; ./jgbench diff of two of their runs says in what they differ.");
        }
        if (!notes.isEmpty()) {
            lines.add("");
        }
        notes.forEach(note -> lines.addAll(Paragraph.wrap("  ", note, ConsoleReport.WIDTH)));
    }

    private static void rate(CellResult cell, List<String> notes) {
        Optional<FigureSummary> rate = Optional.ofNullable(cell.figures().get(VisitDigest.UNITS_PER_SECOND));
        rate.map(FigureSummary::outliers)
                .filter(rounds -> !rounds.isEmpty())
                .ifPresent(rounds -> notes.add(cell.cell() + ": the rate of "
                        + (rounds.size() == 1 ? "round " : "rounds ")
                        + String.join(", ", rounds.stream().map(String::valueOf).toList())
                        + " lies far from the others; it is counted like them."));
        rate.flatMap(FigureSummary::drift)
                .filter(drift -> drift.isSignificant())
                .ifPresent(drift -> notes.add(cell.cell() + ": its rate "
                        + (drift.changePermille() < 0 ? "fell by " : "rose by ")
                        + Numbers.percent(Math.abs(drift.changePermille()))
                        + " from the first round to the last; the median hides that."));
    }

    private String verdict() {
        long incomplete =
                suite.cells().stream().filter(cell -> !cell.hasAllRounds()).count();
        String changed = changedStacks();
        return switch (suite.phase()) {
            case COMPLETED -> {
                if (!changed.isEmpty()) {
                    yield style.doubtful("COMPLETED") + "." + changed;
                }
                yield incomplete == 0
                        ? style.good("COMPLETED") + ": each cell has valid figures of all rounds."
                        : style.doubtful("COMPLETED") + ": " + incomplete + " of "
                                + suite.cells().size()
                                + " cells lack valid figures of some rounds; they are counted above, and averaged"
                                + " nowhere.";
            }
            case BUDGET_SPENT ->
                style.doubtful("BUDGET SPENT") + ": the next visit would probably exceed it. The same command with a"
                        + " larger spec.budget continues." + changed;
            case PENDING, RUNNING, SUSPENDED ->
                style.doubtful("NOT OVER") + ": the same command continues where it stopped.";
        };
    }

    private String changedStacks() {
        long changed = suite.cells().stream()
                .filter(cell -> cell.mixture().isPresent())
                .count();
        return changed == 0
                ? ""
                : " The stack of " + changed + " of " + suite.cells().size()
                        + " cells was changed while they were measured; nothing is said of them.";
    }

    /** The bounds of a figure, in its unit. */
    public static String interval(Interval interval) {
        return number(interval.low()) + " to " + number(interval.high());
    }

    private static String spread(FigureSummary figure) {
        var apart = figure.spread().permilleOfMedian();
        return apart.isPresent() && figure.values().size() > 1 ? Numbers.percent(apart.getAsDouble()) : NONE;
    }

    /** A figure, in its unit. */
    public static String number(double value) {
        return Numbers.figure(value);
    }

    /** A number without zeros after its point, such as "5" or "2.5". */
    public static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** A duration for the eye, such as "1 h 12 min". */
    public static String duration(Duration duration) {
        long minutes = duration.toMinutes();
        if (minutes == 0) {
            return duration.toSeconds() + " s";
        }
        return duration.toHours() == 0
                ? minutes + " min " + duration.toSecondsPart() + " s"
                : duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
}
