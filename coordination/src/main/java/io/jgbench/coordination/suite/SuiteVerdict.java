package io.jgbench.coordination.suite;

import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.suite.BaselineComparison.CellChange;
import java.util.List;

/** What a suite says as a whole; the first one that applies, in this order. */
public enum SuiteVerdict {
    /** It is not over, or a cell has no valid figure. */
    FAILED,
    /** A threshold is missed. */
    THRESHOLD_MISSED,
    /** A cell is slower than in the baseline. */
    SLOWER_THAN_BASELINE,
    /** Some rounds of a cell have no valid figure, or nothing can be said of cells that are compared. */
    NOT_VALID,
    /** A threshold or a comparison takes more rounds. */
    INCONCLUSIVE,
    /**
     * Each cell has valid figures, of all rounds or of those that the budget allowed, and all that was asked is
     * answered.
     */
    PASSED;

    /** That of a suite. */
    public static SuiteVerdict of(SuiteResult suite) {
        if (!suite.phase().isOver() || suite.cells().stream().anyMatch(cell -> cell.validRounds() == 0)) {
            return FAILED;
        }
        if (suite.hasThreshold(ThresholdResult.Outcome.MISSED)) {
            return THRESHOLD_MISSED;
        }
        List<CellChange> changes =
                suite.baseline().map(BaselineComparison::cells).orElse(List.of());
        if (changes.stream().anyMatch(change -> change.says(Claim.SLOWER))) {
            return SLOWER_THAN_BASELINE;
        }
        if (!isWhole(suite)
                || suite.comparisons().stream()
                        .anyMatch(comparison -> comparison.refusal().isPresent())
                || changes.stream().anyMatch(change -> change.refusal().isPresent())) {
            return NOT_VALID;
        }
        boolean isOpen = changes.stream().anyMatch(change -> change.says(Claim.INCONCLUSIVE))
                || suite.hasThreshold(ThresholdResult.Outcome.INCONCLUSIVE)
                || suite.comparisons().stream()
                        .flatMap(comparison -> comparison.verdict().stream())
                        .anyMatch(verdict -> verdict.claim() == Claim.INCONCLUSIVE);
        return isOpen ? INCONCLUSIVE : PASSED;
    }

    private static boolean isWhole(SuiteResult suite) {
        return suite.phase() == SuitePhase.COMPLETED
                ? suite.cells().stream().allMatch(CellResult::hasAllRounds)
                : suite.cells().stream().allMatch(CellResult::hasAllVisitedRounds);
    }
}
