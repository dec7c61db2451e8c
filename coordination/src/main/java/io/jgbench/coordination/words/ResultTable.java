package io.jgbench.coordination.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table of a result, for the console and for a page. The first column names what a row is of.
 *
 * @param title what it shows; empty where its columns say so
 * @param columns the names of the columns
 * @param rows a cell for each column
 * @param notes sentences below it, such as how many rows are left out
 */
public record ResultTable(Optional<String> title, List<String> columns, List<List<String>> rows, List<String> notes) {

    /** Copies the lists and refuses a row with more or fewer cells than there are columns. */
    public ResultTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        notes = List.copyOf(notes);
        for (List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException("a row needs a cell for each of " + columns + ", got: " + row);
            }
        }
    }

    /** A table that needs no title and no notes. */
    public ResultTable(List<String> columns, List<List<String>> rows) {
        this(Optional.empty(), columns, rows, List.of());
    }

    /** The table in lines of text, each at most so wide as long as its first column can give way. */
    public List<String> lines(int widest) {
        var table = new TextTable(widest);
        table.row(columns);
        rows.forEach(table::row);
        List<String> lines = new ArrayList<>();
        title.ifPresent(text -> lines.add(text + ":"));
        lines.addAll(table.lines());
        lines.addAll(notes);
        return lines;
    }
}
