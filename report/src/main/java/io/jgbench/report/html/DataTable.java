package io.jgbench.report.html;

import io.jgbench.coordination.words.ResultTable;
import io.jgbench.report.markup.Element;
import io.jgbench.report.markup.Node;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table with headers for its rows and columns, which scrolls by itself where the page is too narrow.
 *
 * @param caption what it shows
 * @param columns the names of the columns
 * @param rows a cell for each column; the first one names the row
 * @param kind what its cells are
 */
public record DataTable(String caption, List<String> columns, List<List<String>> rows, Kind kind) {

    /** What the cells of a table are. */
    public enum Kind {
        /** Numbers, aligned to the right. */
        NUMBERS,
        /** Sentences and names. */
        TEXTS
    }

    /** Copies the lists. */
    public DataTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }

    /** A table of results under a caption. */
    public static DataTable of(String caption, ResultTable table) {
        return new DataTable(caption, table.columns(), table.rows(), Kind.NUMBERS);
    }

    /** The table as it stands in the page. */
    public Element element() {
        var head = Element.of("tr").with(columns.stream().map(DataTable::column));
        var body = Element.of("tbody").with(rows.stream().map(DataTable::row));
        var table = Element.of("table")
                .classed(kind == Kind.NUMBERS ? "numbers" : "texts")
                .with(Element.of("caption", caption), Element.of("thead", head), body);
        return scrolling(caption, table);
    }

    /** What may be wider than the page, and can be scrolled with the keyboard. */
    static Element scrolling(String name, Node wide) {
        return Element.of("div", wide)
                .classed("scroll")
                .attribute("role", "group")
                .attribute("aria-label", name)
                .attribute("tabindex", "0");
    }

    /** The head of a column. */
    public static Element column(String name) {
        return Element.of("th", name).attribute("scope", "col");
    }

    private static Element row(List<String> cells) {
        return Element.of("tr")
                .with(Element.of("th", cells.getFirst()).attribute("scope", "row"))
                .with(IntStream.range(1, cells.size()).mapToObj(i -> Element.of("td", cells.get(i))));
    }
}
