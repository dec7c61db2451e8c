package io.jgbench.report.papers;

import io.jgbench.coordination.statistics.Interval;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.coordination.suite.result.FigureSummary;
import io.jgbench.coordination.suite.result.PaperComparison;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.report.papers.PublishedPoint.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A suite's cells beside the figures of a paper, as shares of the line rate: hardware of then and of now can be
 * compared in nothing else. Only those that have the same workload, members, senders, message size, kind of stack and
 * flow control.
 *
 * @param paper the paper's name
 * @param cells those of the suite that the paper has a figure of
 */
public record PaperShares(String paper, List<CellShare> cells) {

    /** Copies the list. */
    public PaperShares {
        Objects.requireNonNull(paper, "paper");
        cells = List.copyOf(cells);
    }

    /**
     * A cell beside a figure of the paper.
     *
     * @param cell the cell's key
     * @param label what a person calls the figure
     * @param hardware what the paper's figure was measured on
     * @param published the paper's throughput in thousandths of its line rate
     * @param measured the cell's median throughput in thousandths of the line rate here; empty where something is
     *     missing
     * @param interval its interval of 95 %; empty with fewer than 6 rounds
     * @param missing what the share of the cell lacks
     */
    public record CellShare(
            String cell,
            String label,
            String hardware,
            Range published,
            Optional<Double> measured,
            Optional<Interval> interval,
            Optional<Missing> missing) {}

    /** What a cell's share of the line rate lacks. */
    public enum Missing {
        /** No visit has a valid figure. */
        FIGURE,
        /** The line rate of the members' links is not known, or is not the same for all. */
        LINE_RATE
    }

    /** Figures of a paper that stand beside cells; empty where it has none of them. */
    public static List<PublishedPoint> points(PublishedFigures known, String paper, Cell cell) {
        return PublishedShape.of(cell).map(known::beside).orElse(List.of()).stream()
                .filter(point -> point.paper().equals(paper))
                .toList();
    }

    /**
     * Why a suite cannot stand beside a paper; empty where it can.
     *
     * @param cells the suite's cells, at least one
     */
    public static Optional<String> obstacle(PublishedFigures known, String paper, List<Cell> cells) {
        return unknown(known, paper).or(() -> withoutFigure(known, paper, cells));
    }

    /** Why there is no such paper; empty where there is. */
    public static Optional<String> unknown(PublishedFigures known, String paper) {
        List<String> papers =
                known.points().stream().map(PublishedPoint::paper).distinct().toList();
        return papers.contains(paper)
                ? Optional.empty()
                : Optional.of("the baseline's paper must be one of " + String.join(", ", papers) + ", got: " + paper);
    }

    private static Optional<String> withoutFigure(PublishedFigures known, String paper, List<Cell> cells) {
        return cells.stream().anyMatch(cell -> !points(known, paper, cell).isEmpty())
                ? Optional.empty()
                : Optional.of("the paper " + paper + " has no figure of a cell's workload, members, senders, message"
                        + " size, kind of stack and, with Rpc, of 25 callers, got: "
                        + cells.getFirst().key()
                        + " and others; see report/src/main/resources/io/jgbench/report/papers for what it has");
    }

    /** The shares of a suite that was measured. */
    public static PaperShares of(PublishedFigures known, String paper, List<Cell> cells, SuiteResult result) {
        List<CellShare> shares = new ArrayList<>();
        for (Cell cell : cells) {
            int size = PublishedShape.of(cell).map(PublishedShape::messageBytes).orElse(0);
            points(known, paper, cell)
                    .forEach(point ->
                            shares.add(share(point, size, result.cells().get(cell.index()))));
        }
        return new PaperShares(paper, shares);
    }

    /** The same for {@code suite.json}. */
    public PaperComparison comparison() {
        return new PaperComparison(
                paper,
                cells.stream()
                        .map(cell -> new PaperComparison.CellBeside(
                                cell.cell(),
                                cell.label(),
                                cell.hardware(),
                                cell.published().low(),
                                cell.published().high(),
                                cell.measured(),
                                cell.interval()))
                        .toList());
    }

    private static CellShare share(PublishedPoint point, int size, CellResult cell) {
        Optional<Double> line = Optional.ofNullable(cell.figures().get(VisitDigest.LINE_BYTES_PER_SECOND))
                .map(FigureSummary::median);
        Optional<FigureSummary> bytes = Optional.ofNullable(cell.figures().get(VisitDigest.BYTES_PER_SECOND));
        Optional<Missing> missing = bytes.isEmpty()
                ? Optional.of(Missing.FIGURE)
                : line.isEmpty() ? Optional.of(Missing.LINE_RATE) : Optional.empty();
        return new CellShare(
                cell.cell(),
                point.label(),
                point.hardware(),
                point.bytesPerSecond(size).times(1000.0 / point.lineBytesPerSecond()),
                line.flatMap(rate -> bytes.map(figure -> figure.median() * 1000 / rate)),
                line.flatMap(rate -> bytes.flatMap(FigureSummary::interval)
                        .map(interval -> interval.map(value -> value * 1000 / rate))),
                missing);
    }
}
