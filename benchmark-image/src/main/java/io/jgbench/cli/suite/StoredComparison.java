package io.jgbench.cli.suite;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.suite.result.BaselineCheck;
import io.jgbench.coordination.suite.result.BaselineComparison;
import io.jgbench.coordination.suite.result.RunComparison;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.report.console.BaselineReport;
import io.jgbench.report.console.BaselineReport.Measured;
import io.jgbench.report.junit.JUnitCases;
import io.jgbench.report.junit.JUnitCases.SlowerFails;
import io.jgbench.report.stored.StoredResultException;
import java.util.List;
import java.util.Optional;

/**
 * Two suites that are over, compared cell by cell, or two runs that are over, whose repetitions are compared.
 *
 * @param judged the later one, with its comparison against the earlier one
 * @param what suites, or runs
 */
record StoredComparison(SuiteResult judged, Measured what) {

    /**
     * Reads both and compares them.
     *
     * @throws BadInputException if one cannot be read, or they cannot be compared
     */
    static StoredComparison of(String earlier, String later, ClaimOptions claim, StoredPlaces places)
            throws BadInputException, InterruptedException {
        try {
            boolean areRuns = places.isRun(earlier);
            if (places.isRun(later) != areRuns) {
                throw refused(
                        earlier,
                        later,
                        "one is a run and the other one a suite; give two runs with repetitions, or two suites");
            }
            return areRuns ? ofRuns(earlier, later, claim, places) : ofSuites(earlier, later, claim, places);
        } catch (StoredResultException e) {
            throw new BadInputException(e);
        }
    }

    private static StoredComparison ofSuites(String earlier, String later, ClaimOptions claim, StoredPlaces places)
            throws BadInputException, InterruptedException, StoredResultException {
        SuiteResult before = places.suite(earlier);
        SuiteResult now = places.suite(later);
        String metric = claim.metric();
        Optional<String> obstacle = BaselineComparison.sameMeasurement(now, before)
                .or(() -> BaselineCheck.obstacle(now, before, metric))
                .or(() -> BaselineCheck.metric(now, metric));
        if (obstacle.isPresent()) {
            throw refused(earlier, later, obstacle.get());
        }
        return new StoredComparison(now.against(before, metric, claim.rule()), Measured.SUITE);
    }

    private static StoredComparison ofRuns(String earlier, String later, ClaimOptions claim, StoredPlaces places)
            throws BadInputException, InterruptedException, StoredResultException {
        SuiteResult before = places.run(earlier);
        SuiteResult now = places.run(later);
        Optional<String> obstacle = RunComparison.obstacle(now, before, claim.metric());
        if (obstacle.isPresent()) {
            throw refused(earlier, later, obstacle.get());
        }
        return new StoredComparison(RunComparison.against(now, before, claim.metric(), claim.rule()), Measured.RUN);
    }

    private static BadInputException refused(String earlier, String later, String why) {
        return new BadInputException(later + " cannot be compared with " + earlier + ": " + why);
    }

    String text() {
        return BaselineReport.text(comparison(), what);
    }

    JUnitCases tests(SlowerFails slower) {
        return JUnitCases.of(judged).failing(slower).ofBaselineAlone().measuring(what);
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
