package io.jgbench.operator.suite;

import io.jgbench.api.v1alpha1.StatusCondition.Status;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a suite that is over came to.
 *
 * @param status of the condition Succeeded
 * @param reason of that condition
 * @param message of that condition
 */
record SuiteOutcome(Status status, SuiteConditionReason reason, String message) {
    private static final int MOST_NAMED = 5;

    /**
     * How much of a cell was measured.
     *
     * @param key what tells the cell apart
     * @param visitedRounds rounds with a visit
     * @param validRounds rounds with a valid visit
     * @param isMixture whether its stack changed from visit to visit, so that its figures are not of one thing
     */
    record VisitedCell(String key, int visitedRounds, int validRounds, boolean isMixture) {}

    static SuiteOutcome of(List<VisitedCell> cells) {
        List<VisitedCell> without =
                cells.stream().filter(cell -> cell.validRounds() == 0).toList();
        if (!without.isEmpty()) {
            return new SuiteOutcome(
                    Status.FALSE,
                    SuiteConditionReason.CELLS_MISSING,
                    without.size() + " of " + cells.size() + " cells have no valid figure: " + named(without) + ".");
        }
        List<VisitedCell> mixed = cells.stream().filter(VisitedCell::isMixture).toList();
        if (!mixed.isEmpty()) {
            return new SuiteOutcome(
                    Status.FALSE,
                    SuiteConditionReason.STACK_CHANGED,
                    mixed.size() + " of " + cells.size() + " cells have figures of different stacks: " + named(mixed)
                            + ".");
        }
        List<VisitedCell> incomplete = cells.stream()
                .filter(cell -> cell.validRounds() < cell.visitedRounds())
                .toList();
        if (!incomplete.isEmpty()) {
            return new SuiteOutcome(
                    Status.FALSE,
                    SuiteConditionReason.ROUNDS_MISSING,
                    incomplete.size() + " of " + cells.size() + " cells have rounds without a valid figure: "
                            + named(incomplete) + ".");
        }
        return new SuiteOutcome(
                Status.TRUE,
                SuiteConditionReason.PASSED,
                "Each cell has valid figures of all rounds that were visited.");
    }

    private static String named(List<VisitedCell> cells) {
        return cells.stream().limit(MOST_NAMED).map(VisitedCell::key).collect(Collectors.joining("; "))
                + (cells.size() > MOST_NAMED ? "; and " + (cells.size() - MOST_NAMED) + " more" : "");
    }
}
