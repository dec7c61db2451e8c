package io.jgbench.cli.suite;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.result.BaselineCheck;
import io.jgbench.coordination.suite.result.BaselineComparison;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import io.jgbench.coordination.suite.result.TooFewRounds;
import io.jgbench.report.papers.PaperShares;
import io.jgbench.report.papers.PublishedFigures;
import io.jgbench.report.papers.PublishedPoint;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.StoredSuiteResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a suite's cells are compared with.
 *
 * @param before a suite that was measured before
 * @param paper the name of a paper; at most one of the two
 * @param request what is asked
 */
record RequestedBaseline(Optional<SuiteResult> before, Optional<String> paper, BaselineRequest request) {
    private static final PublishedFigures PUBLISHED = PublishedFigures.known();

    /**
     * Reads it and checks that it fits, before anything is started.
     *
     * @param given what the user gave on the command line; null where it is what the file says
     * @param results where a suite that the file names has its folder
     */
    static RequestedBaseline of(String given, SuiteSpec suite, Path results) throws BadInputException {
        BaselineRequest request = suite.baseline().orElseGet(BaselineRequest::defaults);
        if (given != null) {
            Path place = path(given);
            return Files.notExists(place) && isPaper(given)
                    ? ofPaper(given, suite, request)
                    : ofSuite(place, suite, request);
        }
        if (request.suite().isPresent()) {
            return ofSuite(results.resolve(request.suite().get()), suite, request);
        }
        if (request.paper().isPresent()) {
            return ofPaper(request.paper().get(), suite, request);
        }
        if (request.configMap().isPresent()) {
            throw new BadInputException("spec.baseline.configMapKeyRef needs a cluster; on one machine give the file"
                    + " that it holds: --baseline suite.json");
        }
        return new RequestedBaseline(Optional.empty(), Optional.empty(), request);
    }

    private static Path path(String given) throws BadInputException {
        try {
            return Path.of(given);
        } catch (InvalidPathException e) {
            throw new BadInputException(e);
        }
    }

    private static RequestedBaseline ofSuite(Path place, SuiteSpec suite, BaselineRequest request)
            throws BadInputException {
        if (Files.notExists(place)) {
            throw new BadInputException("the baseline must be the folder of a suite, its suite.json, or a paper, got: "
                    + place + ", which is not there; the papers are " + papers());
        }
        try {
            SuiteResult before = StoredSuiteResult.readWhole(place);
            Optional<String> obstacle = BaselineCheck.obstacle(suite.cells(), before, request.metric());
            if (obstacle.isPresent()) {
                throw new BadInputException("the baseline " + place + " cannot be compared with: " + obstacle.get());
            }
            return new RequestedBaseline(Optional.of(before), Optional.empty(), request);
        } catch (StoredResultException e) {
            throw new BadInputException(e);
        }
    }

    private static RequestedBaseline ofPaper(String name, SuiteSpec suite, BaselineRequest request)
            throws BadInputException {
        Optional<String> obstacle = PaperShares.obstacle(PUBLISHED, name, suite.cells());
        if (obstacle.isPresent()) {
            throw new BadInputException(obstacle.get());
        }
        return new RequestedBaseline(Optional.empty(), Optional.of(name), request);
    }

    private static boolean isPaper(String name) {
        return PUBLISHED.points().stream().anyMatch(point -> point.paper().equals(name));
    }

    private static String papers() {
        return PUBLISHED.points().stream().map(PublishedPoint::paper).distinct().collect(Collectors.joining(", "));
    }

    /**
     * Checks that it is not the very suite that is to be compared with it, which has some visits already.
     *
     * @param soFar what these came to
     */
    void checkIsAnother(SuiteResult soFar) throws BadInputException {
        Optional<String> same = before.flatMap(earlier -> BaselineComparison.sameMeasurement(soFar, earlier));
        if (same.isPresent()) {
            throw new BadInputException("the baseline must be another measurement, got: " + same.get()
                    + "; to measure again give --results another folder");
        }
    }

    /** Why the suite's rounds cannot say of each cell that it is faster or slower than before; empty where they can. */
    Optional<String> tooFewRounds(SuiteSpec suite) {
        return before.flatMap(earlier -> TooFewRounds.of(suite, earlier, request));
    }

    /** What was measured, with what may be said of it against an earlier suite, or stands beside it in a paper. */
    SuiteResult judged(SuiteSpec suite, SuiteResult now) {
        SuiteResult judged = before.map(earlier -> now.against(earlier, request.metric(), request.rule()))
                .orElse(now);
        return besidePaper(suite, now)
                .map(shares -> SuiteResultBuilder.builder(judged)
                        .paper(Optional.of(shares.comparison()))
                        .build())
                .orElse(judged);
    }

    /** What was measured beside a paper; empty where it is not compared with one. */
    Optional<PaperShares> besidePaper(SuiteSpec suite, SuiteResult now) {
        return paper.map(name -> PaperShares.of(PUBLISHED, name, suite.cells(), now));
    }
}
