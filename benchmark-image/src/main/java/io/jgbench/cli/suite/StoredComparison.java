package io.jgbench.cli.suite;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.suite.result.BaselineCheck;
import io.jgbench.coordination.suite.result.BaselineComparison;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.report.console.BaselineReport;
import io.jgbench.report.junit.JUnitCases;
import io.jgbench.report.junit.JUnitCases.SlowerFails;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.StoredSuiteResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Two suites that are over, compared cell by cell.
 *
 * @param judged the later one, with its comparison against the earlier one
 */
record StoredComparison(SuiteResult judged) {

    /**
     * Reads both and compares them.
     *
     * @throws BadInputException if one cannot be read, or they cannot be compared
     */
    static StoredComparison of(Path earlier, Path later, ClaimOptions claim) throws BadInputException {
        try {
            SuiteResult before = StoredSuiteResult.readWhole(earlier);
            SuiteResult now = StoredSuiteResult.readWhole(later);
            String metric = claim.metric();
            Optional<String> obstacle = BaselineComparison.sameMeasurement(now, before)
                    .or(() -> BaselineCheck.obstacle(now, before, metric))
                    .or(() -> BaselineCheck.metric(now, metric));
            if (obstacle.isPresent()) {
                throw new BadInputException(later + " cannot be compared with " + earlier + ": " + obstacle.get());
            }
            return new StoredComparison(now.against(before, metric, claim.rule()));
        } catch (StoredResultException e) {
            throw new BadInputException(e);
        }
    }

    String text() {
        return BaselineReport.text(comparison());
    }

    JUnitCases tests(SlowerFails slower) {
        return JUnitCases.of(judged).failing(slower).ofBaselineAlone();
    }

    int exitStatus(SlowerFails slower) {
        List<BaselineComparison.CellChange> cells = comparison().cells();
        if (slower == SlowerFails.ALWAYS && cells.stream().anyMatch(cell -> cell.says(Claim.SLOWER))) {
            return ExitStatus.THRESHOLD_MISSED;
        }
        if (cells.stream().anyMatch(cell -> cell.refusal().isPresent())) {
            return ExitStatus.NOT_VALID;
        }
        return cells.stream().anyMatch(cell -> cell.says(Claim.INCONCLUSIVE))
                ? ExitStatus.INCONCLUSIVE
                : ExitStatus.VALID;
    }

    private BaselineComparison comparison() {
        return judged.baseline().orElseThrow();
    }
}
