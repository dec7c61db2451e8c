package io.jgbench.report.html.suite;

import io.jgbench.coordination.statistics.Drift;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.CellResult.VisitRun;
import io.jgbench.coordination.suite.result.FigureSummary;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.VisitPanels;
import io.jgbench.report.chart.VisitPanels.Mark;
import io.jgbench.report.chart.VisitPanels.Panel;
import io.jgbench.report.chart.VisitPanels.Visit;
import io.jgbench.report.html.ChartFigure;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.stored.StoredSuite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Each cell's visits over the rounds, those included that are not valid. */
final class SuiteVisitsSection {
    private static final int MOST_PANELS = 48;
    private static final int MOST_ROWS = 2000;

    /** The most rows including visits that are not valid, which are listed even beyond the usual number of rows. */
    private static final int MOST_ROWS_IN_ALL = 5000;

    private static final List<Double> DISTANCES =
            List.of(1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 75.0, 100.0, 200.0, 500.0);
    private static final String NONE = "–";

    private final SuiteResult suite;
    private final List<String> unreadable;
    private final Map<String, VisitDigest> digests = new HashMap<>();

    SuiteVisitsSection(StoredSuite stored) {
        this.suite = stored.result();
        this.unreadable = stored.details().unreadable();
        stored.digests().forEach(digest -> digests.put(digest.run(), digest));
    }

    Optional<PageSection> section() {
        List<CellResult> visited =
                suite.cells().stream().filter(cell -> !cell.runs().isEmpty()).toList();
        if (visited.isEmpty()) {
            return Optional.empty();
        }
        List<CellResult> drawn = RemarkableCells.first(visited, MOST_PANELS);
        List<Node> parts = new ArrayList<>();
        parts.add(figure(drawn, visited.size()).element());
        if (!unreadable.isEmpty()) {
            parts.add(Element.of("p", "Full results that cannot be read. What they alone tell is not on this page:"));
            parts.add(Element.of("ul")
                    .with(unreadable.stream().map(why -> Element.of("li", why)).toList()));
        }
        return Optional.of(new PageSection("visits", "Rounds", parts));
    }

    private static Optional<FigureSummary> rate(CellResult cell) {
        return Optional.ofNullable(cell.figures().get(VisitDigest.UNITS_PER_SECOND));
    }

    private ChartFigure figure(List<CellResult> cells, int visited) {
        List<Panel> panels = cells.stream().map(this::panel).toList();
        double farthest = panels.stream()
                .flatMap(panel -> panel.visits().stream())
                .filter(visit -> visit.percent().isPresent())
                .mapToDouble(visit -> Math.abs(visit.percent().getAsDouble()))
                .max()
                .orElse(0);
        double most = DISTANCES.stream()
                .filter(distance -> distance >= farthest)
                .findFirst()
                .orElse(DISTANCES.getLast());
        long visits = cells.stream().mapToLong(cell -> cell.runs().size()).sum();
        return new ChartFigure(
                "rate of each visit over the rounds",
                "How far the rate of each round lies from the median of its cell, from the first round to the last. All"
                        + " have the same axes."
                        + (cells.size() < visited
                                ? " The " + cells.size() + " of " + visited + RemarkableCells.REASON
                                : ""),
                keys(panels),
                new VisitPanels(Math.max(1, suite.rounds()), most, panels)
                        .svg(new Drawing(
                                "visits-chart",
                                "Rate of each visit over the rounds",
                                visits + " visits of " + cells.size() + " cells; the farthest lies "
                                        + Numbers.tenths(farthest) + " % from its cell's median.")),
                table());
    }

    private static List<Element> keys(List<Panel> panels) {
        List<Element> keys = new ArrayList<>();
        for (Mark mark : Mark.values()) {
            if (panels.stream().flatMap(panel -> panel.visits().stream()).anyMatch(visit -> visit.mark() == mark)) {
                keys.add(ChartFigure.key(VisitPanels.sample(mark), meaning(mark)));
            }
        }
        return keys;
    }

    private static String meaning(Mark mark) {
        return switch (mark) {
            case VALID -> "valid";
            case OUTLIER -> "valid, far from the others";
            case NOT_VALID -> "not valid: in no figure";
            case FAILED -> "failed, or without a figure";
        };
    }

    private Panel panel(CellResult cell) {
        Optional<FigureSummary> rate = rate(cell);
        Optional<String> note = rate.flatMap(FigureSummary::drift)
                .filter(Drift::isSignificant)
                .map(drift -> String.format(Locale.ROOT, "drift %+.1f %%", drift.changePermille() / 10))
                .or(() -> cell.mixture().map(_ -> "its stack changed"))
                .or(() -> cell.validRounds() == 0 ? Optional.of("no valid figure") : Optional.empty());
        Optional<Double> middle = rate.map(FigureSummary::median).or(() -> medianOfDigests(cell));
        return new Panel(
                cell.cell(),
                note,
                cell.runs().stream().map(run -> visit(run, rate, middle)).toList());
    }

    /** Of a cell without a figure: how far its visits are from each other can be seen all the same. */
    private Optional<Double> medianOfDigests(CellResult cell) {
        double[] figures = cell.runs().stream()
                .flatMap(run -> ofDigest(run, VisitDigest.UNITS_PER_SECOND).stream())
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return figures.length == 0 ? Optional.empty() : Optional.of(figures[(figures.length - 1) / 2]);
    }

    private Visit visit(VisitRun run, Optional<FigureSummary> rate, Optional<Double> middle) {
        OptionalDouble percent = middle.filter(median -> median > 0)
                .flatMap(median -> figureOf(run, rate).map(value -> (value / median - 1) * 100))
                .map(OptionalDouble::of)
                .orElse(OptionalDouble.empty());
        boolean isOutlier =
                rate.filter(figure -> figure.outliers().contains(run.round())).isPresent();
        Mark mark = switch (run.outcome()) {
            case VALID -> isOutlier ? Mark.OUTLIER : Mark.VALID;
            case INVALID -> percent.isPresent() ? Mark.NOT_VALID : Mark.FAILED;
            case FAILED -> Mark.FAILED;
        };
        return new Visit(run.round(), mark == Mark.FAILED ? OptionalDouble.empty() : percent, mark);
    }

    /** That of a valid visit is in the result; one that is not valid has it in its digest alone. */
    private Optional<Double> figureOf(VisitRun run, Optional<FigureSummary> figure) {
        return run.outcome() == VisitOutcome.VALID && figure.isPresent()
                ? ofRound(run, figure.get())
                : ofDigest(run, VisitDigest.UNITS_PER_SECOND);
    }

    private static Optional<Double> ofRound(VisitRun run, FigureSummary figure) {
        return figure.values().stream()
                .filter(value -> run.outcome() == VisitOutcome.VALID && value.round() == run.round())
                .map(FigureSummary.RoundValue::value)
                .findFirst();
    }

    private Optional<Double> ofDigest(VisitRun run, String key) {
        return Optional.ofNullable(digests.get(run.run()))
                .flatMap(digest -> Optional.ofNullable(digest.figures().get(key)));
    }

    private DataTable table() {
        long visits =
                suite.cells().stream().mapToLong(cell -> cell.runs().size()).sum();
        List<List<String>> rows = new ArrayList<>();
        for (CellResult cell : suite.cells()) {
            for (VisitRun run : cell.runs()) {
                int most = run.outcome() == VisitOutcome.VALID ? MOST_ROWS : MOST_ROWS_IN_ALL;
                if (rows.size() < most) {
                    rows.add(row(cell, run));
                }
            }
        }
        String unit = suite.unitOfWork().toUpperCase(Locale.ROOT) + "/S";
        return new DataTable(
                rows.size() < visits
                        ? rows.size() + " of " + visits + " visits; the others are in their digests alone"
                        : "All visits; what is not valid or failed is in no figure",
                List.of("RUN", "CELL", "ROUND", "ATTEMPT", "OUTCOME", unit, "MB/S", "SKEW ms", "ENVIRONMENT"),
                rows,
                Kind.NUMBERS);
    }

    private List<String> row(CellResult cell, VisitRun run) {
        Optional<VisitDigest> digest = Optional.ofNullable(digests.get(run.run()));
        return List.of(
                run.run(),
                cell.cell(),
                String.valueOf(run.round()),
                String.valueOf(run.attempt()),
                run.outcome().inWords(),
                figure(cell, run, VisitDigest.UNITS_PER_SECOND)
                        .map(Numbers::rounded)
                        .orElse(NONE),
                figure(cell, run, VisitDigest.BYTES_PER_SECOND)
                        .map(Numbers::megabytes)
                        .orElse(NONE),
                digest.flatMap(VisitDigest::startSkewNanos)
                        .map(skew -> Numbers.milliseconds(skew))
                        .orElse(NONE),
                digest.flatMap(VisitDigest::environmentHash).orElse(NONE));
    }

    private Optional<Double> figure(CellResult cell, VisitRun run, String key) {
        return ofDigest(run, key)
                .or(() -> Optional.ofNullable(cell.figures().get(key)).flatMap(figure -> ofRound(run, figure)));
    }
}
