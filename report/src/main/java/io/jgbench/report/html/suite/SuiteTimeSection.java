package io.jgbench.report.html.suite;

import io.jgbench.coordination.suite.DigestSeries;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitOutcome;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.words.Numbers;
import io.jgbench.report.chart.Drawing;
import io.jgbench.report.chart.RatePanels;
import io.jgbench.report.chart.RatePanels.Line;
import io.jgbench.report.chart.RatePanels.Panel;
import io.jgbench.report.chart.RateSteps;
import io.jgbench.report.html.ChartFigure;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.markup.Element;
import io.jgbench.report.stored.StoredSuite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How the rate of each visit went from its beginning to its end. */
final class SuiteTimeSection {
    private static final int MOST_PANELS = 48;

    /** More lines in a small drawing could not be told from each other. */
    private static final int MOST_LINES = 8;

    private static final int PARTS = 6;
    private static final double MICROS_PER_SECOND = 1e6;

    private final SuiteResult suite;
    private final Map<String, List<VisitDigest>> sampled;

    SuiteTimeSection(StoredSuite stored) {
        this.suite = stored.result();
        this.sampled = stored.digests().stream()
                .filter(SuiteTimeSection::isSampled)
                .collect(Collectors.groupingBy(VisitDigest::cell));
    }

    /** What a file holds may be of anybody. */
    private static boolean isSampled(VisitDigest digest) {
        return digest.series()
                .filter(series -> series.intervalMicros() > 0
                        && !series.unitsPerSecond().isEmpty()
                        && series.unitsPerSecond().size() <= DigestSeries.MAX_POINTS
                        && series.unitsPerSecond().stream().allMatch(rate -> rate >= 0))
                .isPresent();
    }

    Optional<PageSection> section() {
        List<CellResult> known = suite.cells().stream()
                .filter(cell -> sampled.containsKey(cell.cell()))
                .toList();
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of(new PageSection(
                        "time", "Over time", List.of(figure(known).element())));
    }

    private ChartFigure figure(List<CellResult> known) {
        List<CellResult> cells = RemarkableCells.first(known, MOST_PANELS);
        List<List<VisitDigest>> drawn = cells.stream().map(this::drawn).toList();
        List<Panel> panels = IntStream.range(0, cells.size())
                .mapToObj(i -> new Panel(
                        cells.get(i).cell(),
                        drawn.get(i).stream()
                                .map(SuiteTimeSection::line)
                                .sorted(Comparator.comparing(Line::counts).reversed())
                                .toList()))
                .toList();
        List<VisitDigest> visits = drawn.stream().flatMap(List::stream).toList();
        boolean leavesOut =
                cells.stream().anyMatch(cell -> sampled.get(cell.cell()).size() > MOST_LINES);
        return new ChartFigure(
                "rate over time in each visit",
                "What reached all members of a cell together, a line for each visit, from its start to its end. Each"
                        + " drawing has axes of its own, from 0 to its largest rate in "
                        + suite.unitOfWork() + "/s."
                        + (cells.size() < known.size()
                                ? " The " + cells.size() + " of " + known.size() + RemarkableCells.REASON
                                : "")
                        + (leavesOut
                                ? " At most " + MOST_LINES + " visits of a cell, those first that are not valid."
                                : ""),
                keys(visits),
                new RatePanels(panels)
                        .svg(new Drawing(
                                "time-chart",
                                "Rate over time in each visit",
                                visits.size() + " visits of " + cells.size() + " cells.")),
                table(visits));
    }

    private List<VisitDigest> drawn(CellResult cell) {
        return sampled.get(cell.cell()).stream()
                .sorted(Comparator.comparing((VisitDigest digest) -> digest.outcome() == VisitOutcome.VALID))
                .limit(MOST_LINES)
                .sorted(Comparator.comparing(VisitDigest::startTime))
                .toList();
    }

    private static Line line(VisitDigest digest) {
        DigestSeries series = digest.series().orElseThrow();
        return new Line(
                digest.run() + ", " + digest.outcome().inWords(),
                series.intervalMicros() / MICROS_PER_SECOND,
                rates(series),
                digest.outcome() == VisitOutcome.VALID);
    }

    private static List<Double> rates(DigestSeries series) {
        return series.unitsPerSecond().stream().map(Long::doubleValue).toList();
    }

    private static List<Element> keys(List<VisitDigest> visits) {
        List<Element> keys = new ArrayList<>();
        if (visits.stream().anyMatch(visit -> visit.outcome() == VisitOutcome.VALID)) {
            keys.add(ChartFigure.key(RatePanels.sample(true), "valid"));
        }
        if (visits.stream().anyMatch(visit -> visit.outcome() != VisitOutcome.VALID)) {
            keys.add(ChartFigure.key(RatePanels.sample(false), "not valid or failed: in no figure"));
        }
        return keys;
    }

    private DataTable table(List<VisitDigest> visits) {
        List<String> columns = new ArrayList<>(List.of("RUN", "CELL", "SECONDS"));
        IntStream.rangeClosed(1, PARTS).mapToObj(part -> part + " OF " + PARTS).forEach(columns::add);
        return new DataTable(
                "Mean " + suite.unitOfWork() + "/s of all members together in each of " + PARTS
                        + " equal parts of the time",
                columns,
                visits.stream().map(SuiteTimeSection::row).toList(),
                Kind.NUMBERS);
    }

    private static List<String> row(VisitDigest digest) {
        DigestSeries series = digest.series().orElseThrow();
        double interval = series.intervalMicros() / MICROS_PER_SECOND;
        double end = series.unitsPerSecond().size() * interval;
        var rates = new RateSteps(interval, end, rates(series));
        List<String> row = new ArrayList<>(List.of(digest.run(), digest.cell(), Numbers.tenths(end)));
        IntStream.range(0, PARTS)
                .mapToObj(part -> rates.mean(end * part / PARTS, end * (part + 1) / PARTS))
                .forEach(mean -> row.add(mean.isPresent() ? Numbers.rounded(mean.getAsDouble()) : "–"));
        return row;
    }
}
