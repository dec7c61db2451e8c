package io.jgbench.coordination.words;

import java.util.List;
import java.util.Objects;

/**
 * A number for each way from one member to another: a matrix.
 *
 * @param title what the numbers are, with the unit
 * @param meaning one sentence or two that say how it was counted
 * @param members the members' names, in their order
 * @param cells the ways of which the number is known
 * @param highIs what a high number means
 */
public record PairGrid(String title, String meaning, List<String> members, List<Cell> cells, HighIs highIs) {

    /** What a high number means. */
    public enum HighIs {
        /** The way carries much. */
        GOOD,
        /** Much was lost, or waited for. */
        BAD
    }

    /** Refuses nulls and copies the lists. */
    public PairGrid {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(meaning, "meaning");
        members = List.copyOf(members);
        cells = List.copyOf(cells);
        Objects.requireNonNull(highIs, "highIs");
    }

    /**
     * One way.
     *
     * @param from the member that sends
     * @param to the member that receives
     * @param value the number, at least 0
     * @param text the number as it is shown
     */
    public record Cell(String from, String to, double value, String text) {}
}
