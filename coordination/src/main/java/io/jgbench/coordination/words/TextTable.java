package io.jgbench.coordination.words;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells in columns: the first one aligned to the left, the others to the right. */
public final class TextTable {
    private static final String GAP = "  ";
    private static final int SHORTEST_FIRST_COLUMN = 12;

    private final int widest;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * An empty table.
     *
     * @param widest characters in a line at the most; the first column gives way
     */
    public TextTable(int widest) {
        this.widest = widest;
    }

    /** Adds a row; see {@link Printable}. */
    public void row(List<String> cells) {
        rows.add(cells.stream().map(Printable::of).toList());
    }

    /** The table. */
    public List<String> lines() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (var row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        int others = 0;
        for (int column = 1; column < columns; column++) {
            others += GAP.length() + widths[column];
        }
        widths[0] = Math.min(widths[0], Math.max(SHORTEST_FIRST_COLUMN, widest - others));
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            var cell = column == 0 ? shortened(row.get(0), widths[0]) : row.get(column);
            var padding = " ".repeat(widths[column] - cell.length());
            line.append(column == 0 ? cell + padding : GAP + padding + cell);
        }
        return line.toString().stripTrailing();
    }

    /** Keeps a name's end, which tells members apart. */
    private static String shortened(String name, int width) {
        return name.length() <= width ? name : ".." + name.substring(name.length() - width + 2);
    }
}
