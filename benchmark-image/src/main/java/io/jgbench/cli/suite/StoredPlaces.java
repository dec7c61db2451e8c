package io.jgbench.cli.suite;

import io.jgbench.cli.exit.BadInputException;
import io.jgbench.cli.remote.BucketSuites;
import io.jgbench.cli.remote.ClusterResult;
import io.jgbench.cli.remote.FetchedSuite;
import io.jgbench.cli.remote.Kubectl;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.result.RunAsSuite;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.report.stored.StoredResult;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.StoredSuite;
import io.jgbench.report.stored.StoredSuiteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where suites and runs lie that are over: in folders of this machine, on the cluster that kubectl speaks with, and of
 * suites in a bucket.
 *
 * @param namespace where kubectl looks; its own namespace if empty
 * @param environment has the variables that tell how to reach a bucket
 * @param asked what is asked of what lies there
 * @param leftOut takes what else there might be and is not, one sentence each
 */
record StoredPlaces(
        Optional<String> namespace, Map<String, String> environment, BaselineRequest asked, Consumer<String> leftOut) {

    /**
     * Whether a run lies there, and no suite.
     *
     * @throws BadInputException if there is nothing
     */
    boolean isRun(String place) throws BadInputException, StoredResultException {
        if (isElsewhere(place)) {
            return runElsewhere(place).isPresent();
        }
        Path path = path(place);
        return !StoredSuite.isOne(path) && StoredResult.isOne(path);
    }

    private static boolean isElsewhere(String place) {
        return !isHere(place)
                && (ClusterResult.runOf(place).isPresent()
                        || FetchedSuite.suiteOf(place).isPresent()
                        || BucketSuites.isOne(place));
    }

    /** A folder may be called as if it was elsewhere. */
    private static boolean isHere(String place) {
        try {
            return Files.exists(Path.of(place));
        } catch (InvalidPathException _) {
            return false;
        }
    }

    private static Optional<String> runElsewhere(String place) {
        return isHere(place) ? Optional.empty() : ClusterResult.runOf(place);
    }

    private static Path path(String place) throws BadInputException {
        try {
            Path path = Path.of(place);
            if (Files.notExists(path)) {
                throw new BadInputException(place + " is not there; give the folder of a suite or of a run that is"
                        + " over, its suite.json or result.json, bsuite/NAME, brun/NAME or s3://BUCKET/PREFIX");
            }
            return path;
        } catch (InvalidPathException e) {
            throw new BadInputException(e);
        }
    }

    /**
     * Reads a run as a suite of one cell.
     *
     * @throws BadInputException if it cannot be downloaded
     * @throws StoredResultException if it cannot be read
     */
    SuiteResult run(String place) throws BadInputException, InterruptedException, StoredResultException {
        Optional<String> name = runElsewhere(place);
        StoredResult result = name.isPresent() ? fetched(name.get()) : StoredResult.read(path(place));
        return RunAsSuite.of(result.results(), asked);
    }

    private StoredResult fetched(String run) throws BadInputException, InterruptedException, StoredResultException {
        try {
            return new ClusterResult(kubectl()).fetch(run);
        } catch (IOException e) {
            throw new BadInputException(e);
        }
    }

    /**
     * Reads a suite that must be over.
     *
     * @throws BadInputException if it is not over, or cannot be downloaded
     * @throws StoredResultException if it cannot be read
     */
    SuiteResult suite(String place) throws BadInputException, InterruptedException, StoredResultException {
        if (isHere(place)) {
            return StoredSuiteResult.readWhole(path(place));
        }
        if (BucketSuites.isOne(place)) {
            return BucketSuites.at(place.replaceFirst("/" + StoredSuite.RESULT + "$", ""), environment)
                    .readOne();
        }
        Optional<String> name = FetchedSuite.suiteOf(place);
        return name.isPresent() ? measured(name.get(), place) : StoredSuiteResult.readWhole(path(place));
    }

    private SuiteResult measured(String suite, String place)
            throws BadInputException, InterruptedException, StoredResultException {
        try {
            FetchedSuite.Measured fetched = FetchedSuite.measured(suite, asked, kubectl());
            if (!fetched.result().phase().isOver()) {
                throw new BadInputException(place + " is not over; see kubectl get bsuite " + suite);
            }
            fetched.leftOut().forEach(leftOut);
            return fetched.result();
        } catch (IOException e) {
            throw new BadInputException(e);
        }
    }

    private Kubectl kubectl() {
        return new Kubectl(namespace);
    }
}
