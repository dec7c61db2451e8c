package io.jgbench.coordination.suite.result;

import io.jgbench.api.v1alpha1.StatusJudgement.Verdict;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.result.BaselineComparison.CellChange;
import java.util.List;

/** What a suite says as a whole. */
public final class SuiteVerdict {

    private SuiteVerdict() {}

    /**
     * That of a suite: the gravest one that applies. A suite that is not over has failed, and one that passed has valid
     * figures of all rounds, or of those that its budget allowed.
     */
    public static Verdict of(SuiteResult suite) {
        if (!suite.phase().isOver() || suite.cells().stream().anyMatch(cell -> cell.validRounds() == 0)) {
            return Verdict.FAILED;
        }
        if (suite.hasThreshold(ThresholdResult.ThresholdOutcome.MISSED)) {
            return Verdict.THRESHOLD_MISSED;
        }
        List<CellChange> changes =
                suite.baseline().map(BaselineComparison::cells).orElse(List.of());
        if (changes.stream().anyMatch(change -> change.says(Claim.SLOWER))) {
            return Verdict.SLOWER_THAN_BASELINE;
        }
        if (!isWhole(suite)
                || suite.cells().stream().anyMatch(cell -> cell.mixture().isPresent())
                || suite.comparisons().stream()
                        .anyMatch(comparison -> comparison.refusal().isPresent())
                || changes.stream().anyMatch(change -> change.refusal().isPresent())) {
            return Verdict.NOT_VALID;
        }
        boolean isOpen = changes.stream().anyMatch(change -> change.says(Claim.INCONCLUSIVE))
                || suite.hasThreshold(ThresholdResult.ThresholdOutcome.INCONCLUSIVE)
                || suite.comparisons().stream()
                        .flatMap(comparison -> comparison.verdict().stream())
                        .anyMatch(verdict -> verdict.claim() == Claim.INCONCLUSIVE);
        return isOpen ? Verdict.INCONCLUSIVE : Verdict.PASSED;
    }

    private static boolean isWhole(SuiteResult suite) {
        return suite.phase() == SuitePhase.COMPLETED
                ? suite.cells().stream().allMatch(CellResult::hasAllRounds)
                : suite.cells().stream().allMatch(CellResult::hasAllVisitedRounds);
    }
}
