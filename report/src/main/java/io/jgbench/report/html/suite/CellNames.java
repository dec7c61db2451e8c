package io.jgbench.report.html.suite;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Names of cells in a sentence.
 *
 * @param cells all of them
 * @param most how many are named
 */
record CellNames(List<String> cells, int most) {

    /** The first ones, and how many more there are. */
    String text() {
        String first = cells.stream().limit(most).collect(Collectors.joining("; "));
        int more = cells.size() - most;
        return more > 0 ? first + " and " + more + " more" : first;
    }
}
