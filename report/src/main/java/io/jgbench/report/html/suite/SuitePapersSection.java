package io.jgbench.report.html.suite;

import io.jgbench.coordination.suite.result.CellResult;
import io.jgbench.report.html.DataTable;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.html.PageSection;
import io.jgbench.report.html.suite.PaperMatches.Match;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import io.jgbench.report.papers.PublishedFigures;
import io.jgbench.report.papers.PublishedPoint.Range;
import io.jgbench.report.stored.StoredSuite;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The figures of cells beside those that were published of the same work.
 *
 * @param suite the suite
 * @param papers what was published
 */
record SuitePapersSection(StoredSuite suite, PaperMatches papers) {
    private static final String NONE = "–";

    Optional<PageSection> section() {
        List<Node> parts = new ArrayList<>();
        suite.unresolved()
                .ifPresent(why -> parts.add(Element.of(
                        "p",
                        "Published figures cannot be placed beside these cells, as what was done in them is not"
                                + " known here: " + why)));
        if (!papers.all().isEmpty()) {
            parts.add(Element.of(
                    "p",
                    "Published figures of the same workload, number of members and senders, message size and kind of"
                            + " stack. They were measured on other hardware and other networks: what can be compared"
                            + " is the share of the line rate. Own messages do not cross the wire, so that it can be"
                            + " above 100 %."
                            + PublishedFigures.differences(suite.specs().values())));
            parts.add(new DataTable(
                            "Each cell (first) and what was published of the same work",
                            List.of(
                                    "MEASURED",
                                    SuiteFigure.RATE.unit(suite.result()).toUpperCase(Locale.ROOT),
                                    "MB/S",
                                    "OF THE LINE RATE",
                                    "ON"),
                            rows(),
                            Kind.TEXTS)
                    .element());
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(new PageSection("papers", "Beside the papers", parts));
    }

    private List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (CellResult cell : suite.result().cells()) {
            List<Match> matches = papers.beside(cell);
            if (!matches.isEmpty()) {
                rows.add(List.of(
                        cell.cell().replace(",", ", "),
                        own(SuiteFigure.RATE, cell, ""),
                        own(SuiteFigure.THROUGHPUT, cell, ""),
                        own(SuiteFigure.LINE_SHARE, cell, " %"),
                        "this suite"));
                matches.forEach(match -> rows.add(List.of(
                        match.point().label(),
                        published(SuiteFigure.RATE, match, ""),
                        published(SuiteFigure.THROUGHPUT, match, ""),
                        published(SuiteFigure.LINE_SHARE, match, " %"),
                        "other hardware: " + match.point().hardware())));
            }
        }
        return rows;
    }

    private static String own(SuiteFigure figure, CellResult cell, String sign) {
        return figure.of(cell)
                .map(measured -> figure.text(measured.median()) + sign)
                .orElse(NONE);
    }

    private static String published(SuiteFigure figure, Match match, String sign) {
        Range range = figure.of(match.point(), match.messageBytes());
        return figure.text(range.low()) + (range.high() > range.low() ? " to " + figure.text(range.high()) : "") + sign;
    }
}
