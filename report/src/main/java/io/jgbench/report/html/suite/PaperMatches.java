package io.jgbench.report.html.suite;

import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.report.papers.FlowControl;
import io.jgbench.report.papers.PublishedFigures;
import io.jgbench.report.papers.PublishedPoint;
import io.jgbench.report.papers.PublishedShape;
import io.jgbench.report.stored.StoredSuite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What was published of the same work as that of a suite's cells.
 *
 * @param all in the order of the cells
 */
record PaperMatches(List<Match> all) {

    /** Copies the list. */
    PaperMatches {
        all = List.copyOf(all);
    }

    /**
     * A published point beside a cell.
     *
     * @param cell the cell
     * @param point the point
     * @param messageBytes the cell's size of a message
     */
    record Match(CellResult cell, PublishedPoint point, int messageBytes) {}

    static PaperMatches of(StoredSuite suite, PublishedFigures published) {
        List<Match> all = new ArrayList<>();
        for (CellResult cell : suite.result().cells()) {
            Optional.ofNullable(suite.specs().get(cell.cell()))
                    .flatMap(PublishedShape::of)
                    .map(shape -> shape.with(FlowControl.of(cell)))
                    .ifPresent(shape -> published
                            .beside(shape)
                            .forEach(point -> all.add(new Match(cell, point, shape.messageBytes()))));
        }
        return new PaperMatches(all);
    }

    /** Those beside a cell. */
    List<Match> beside(CellResult cell) {
        return all.stream()
                .filter(match -> match.cell().cell().equals(cell.cell()))
                .toList();
    }
}
