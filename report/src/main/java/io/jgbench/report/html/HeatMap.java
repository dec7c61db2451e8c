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
 * A matrix whose cells hold their numbers, and are the darker the larger these are. Of more members than a page can
 * show, the ways with the largest numbers as a list.
 */
record HeatMap(PairGrid grid) {
    private static final int SHADES = 5;
    private static final int MOST_MEMBERS = 32;
    private static final int MOST_LISTED = 32;

    /** Under a heading of its own. */
    List<Element> elements() {
        boolean isList = grid.members().size() > MOST_MEMBERS;
        String meaning = grid.meaning()
                + (isList ? "" : " Rows send, columns receive" + (isShaded() ? "; the darkest is the largest." : "."));
        return List.of(Element.of("h3", grid.title()), Element.of("p", meaning), isList ? list() : matrix());
    }

    /** Numbers that are all the same need no shades. */
    private boolean isShaded() {
        return grid.cells().stream().mapToDouble(Cell::value).distinct().count() > 1;
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
                    : Element.of("td", "").attribute("title", "not known");
        }
        int shade = shade(cell.value());
        var shown = Element.of("td", cell.text());
        return shade == 0 ? shown : shown.classed((grid.highIs() == HighIs.BAD ? "b" : "g") + shade);
    }

    private int shade(double value) {
        double largest = grid.cells().stream().mapToDouble(Cell::value).max().orElse(0);
        return largest <= 0 || !isShaded() ? 0 : (int) Math.ceil(SHADES * value / largest - 1e-9);
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
                        grid.title() + (isBadHigh ? ", the largest of " : ", the smallest of ")
                                + grid.cells().size() + " ways",
                        List.of("WAY", "VALUE"),
                        rows,
                        Kind.NUMBERS)
                .element();
    }
}
