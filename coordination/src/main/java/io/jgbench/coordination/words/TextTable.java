package io.jgbench.coordination.words;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of cells in columns: the first one aligned to the left, the others to the right. A name in the first column that
 * is too long keeps its end, which tells members apart. Where ends tell no more which row is which, such a name stands
 * whole on a line of its own.
 */
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
        boolean hasOwnLines = !endsTellApart(widths[0]);
        return rows.stream()
                .flatMap(row -> linesOf(row, widths, hasOwnLines).stream())
                .toList();
    }

    private boolean endsTellApart(int width) {
        long names = rows.stream().map(List::getFirst).distinct().count();
        return names
                == rows.stream()
                        .map(row -> shortened(row.getFirst(), width))
                        .distinct()
                        .count();
    }

    private static List<String> linesOf(List<String> row, int[] widths, boolean hasOwnLines) {
        String name = row.getFirst();
        if (!hasOwnLines || name.length() <= widths[0]) {
            return List.of(line(row, widths));
        }
        List<String> rest = new ArrayList<>(row);
        rest.set(0, "");
        return List.of(name, line(rest, widths));
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

    private static String shortened(String name, int width) {
        return name.length() <= width ? name : ".." + name.substring(name.length() - width + 2);
    }
}
