package io.jgbench.coordination.suite;

import io.jgbench.coordination.spec.Checks;

/**
 * One cell in one round; with another attempt where an earlier one gave no valid figures.
 *
 * @param cell the cell's place in the suite, from 0
 * @param round from 1
 * @param attempt from 1
 */
public record VisitId(int cell, int round, int attempt) {

    /** Checks the ranges. */
    public VisitId {
        Checks.atLeast("cell", 0, cell);
        Checks.atLeast("round", 1, round);
        Checks.atLeast("attempt", 1, attempt);
    }

    /** The first attempt. */
    public static VisitId first(int cell, int round) {
        return new VisitId(cell, round, 1);
    }

    /** The same cell and round once more. */
    public VisitId again() {
        return new VisitId(cell, round, attempt + 1);
    }

    /** The name of its run. It is always the same, and a valid run name if the suite's name is valid. */
    public String runName(String suite) {
        return suite + "-c" + (cell + 1) + "-r" + round + (attempt == 1 ? "" : "-a" + attempt);
    }
}
