package io.jgbench.report.html;

import io.jgbench.coordination.words.PairGrid;
import io.jgbench.coordination.words.PairGrid.Cell;
import io.jgbench.coordination.words.PairGrid.HighIs;
import io.jgbench.report.html.DataTable.Kind;
import io.jgbench.report.markup.Element;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A matrix of numbers, with darker cells for larger ones. If there are too many members for a page, a list of the pairs
 * with the largest numbers.
 *
 * @param grid the numbers
 * @param isWhole whether all ways are in it whose number was known; else some were not stored
 */
public record HeatMap(PairGrid grid, boolean isWhole) {
    private static final int SHADES = 5;
    private static final int MOST_MEMBERS = 32;
    private static final int MOST_LISTED = 32;

    /** Under a heading of its own. */
    public List<Element> elements() {
        boolean isList = grid.members().size() > MOST_MEMBERS;
        String meaning =
                grid.meaning() + (isList ? "" : " Rows send, columns receive" + (isShaded() ? shadesInWords() : "."));
        return List.of(Element.of("h3", grid.title()), Element.of("p", meaning), isList ? list() : matrix());
    }

    /** Numbers that are all the same need no shades. */
    private boolean isShaded() {
        return grid.cells().stream().mapToDouble(Cell::value).distinct().count() > 1;
    }

    private String shadesInWords() {
        return grid.highIs() == HighIs.BAD
                ? "; the darkest is the largest."
                : "; the lightest is the smallest, the darkest the largest.";
    }

    private Element matrix() {
        Map<List<String>, Cell> cells = grid.cells().stream()
                .collect(Collectors.toMap(
                        cell -> List.of(cell.from(), cell.to()), Function.identity(), (first, _) -> first));
        var head = Element.of("tr").with(DataTable.column("from \\ to"));
        grid.members().forEach(to -> head.with(DataTable.column(to)));
        var body = Element.of("tbody");
        for (String from : grid.members()) {
            var row = Element.of("tr").with(Element.of("th", from).attribute("scope", "row"));
            grid.members().forEach(to -> row.with(cell(from, to, cells.get(List.of(from, to)))));
            body.with(row);
        }
        return DataTable.scrolling(
                grid.title(), Element.of("table").classed("grid").with(caption(), Element.of("thead", head), body));
    }

    /** The title stands above the matrix as a heading. */
    private Element caption() {
        return Element.of("caption", Element.of("span", grid.title()).classed("unseen"));
    }

    private Element cell(String from, String to, Cell cell) {
        if (cell == null) {
            return from.equals(to)
                    ? Element.of("td", "–").classed("self")
                    : Element.of("td", "")
                            .attribute("title", isWhole ? "not known" : "not known, or not in the stored result");
        }
        int shade = shade(cell.value());
        var shown = Element.of("td", cell.text());
        return shade == 0 ? shown : shown.classed((grid.highIs() == HighIs.BAD ? "b" : "g") + shade);
    }

    /** What is bad begins at nothing. What is good is usually near the largest, and a little less must differ. */
    private int shade(double value) {
        var values = grid.cells().stream().mapToDouble(Cell::value).summaryStatistics();
        if (values.getMax() <= 0 || !isShaded()) {
            return 0;
        }
        return switch (grid.highIs()) {
            case BAD -> (int) Math.ceil(SHADES * value / values.getMax() - 1e-9);
            case GOOD -> {
                double share = (value - values.getMin()) / (values.getMax() - values.getMin());
                yield share >= 1 ? SHADES : 1 + (int) Math.min(SHADES - 2, Math.floor((SHADES - 1) * share));
            }
        };
    }

    private Element list() {
        boolean isBadHigh = grid.highIs() == HighIs.BAD;
        var byValue = Comparator.comparingDouble(Cell::value);
        var rows = grid.cells().stream()
                .filter(cell -> !isBadHigh || cell.value() > 0)
                .sorted(isBadHigh ? byValue.reversed() : byValue)
                .limit(MOST_LISTED)
                .map(cell -> List.of(cell.from() + " to " + cell.to(), cell.text()))
                .toList();
        return new DataTable(
                        grid.title()
                                + (isBadHigh ? ", the largest of " : ", the smallest of ")
                                + grid.cells().size()
                                + (isWhole ? " ways" : " stored ways"),
                        List.of("WAY", "VALUE"),
                        rows,
                        Kind.NUMBERS)
                .element();
    }
}
