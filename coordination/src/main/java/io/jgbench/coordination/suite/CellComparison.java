package io.jgbench.coordination.suite;

import java.util.List;
import java.util.Objects;

/**
 * Cells of a suite that are compared with each other.
 *
 * @param question what is asked of each pair
 * @param pairs the cells, at least one pair
 */
public record CellComparison(ComparisonQuestion question, List<CellPair> pairs) {

    /** Refuses nulls and copies the list. */
    public CellComparison {
        Objects.requireNonNull(question, "question");
        pairs = List.copyOf(pairs);
    }

    /**
     * Two cells.
     *
     * @param a the index of the cell that is compared with
     * @param b the index of the cell that is spoken of
     */
    public record CellPair(int a, int b) {}
}
