package io.jgbench.cli.remote;

import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.report.stored.FullResults;
import io.jgbench.report.stored.StoredResult;
import io.jgbench.report.stored.StoredResultException;
import java.io.IOException;
import java.util.Optional;

/**
 * The full results that a cluster still has of a suite's visits: those whose runs are still there.
 *
 * @param cluster downloads them
 */
record ClusterResults(ClusterResult cluster) implements FullResults {

    /** A run of the same name that another suite made before is none of this suite. */
    @Override
    public Optional<StoredResult> of(VisitDigest visit) throws StoredResultException {
        try {
            return cluster.find(visit.run()).filter(result -> result.runId().equals(visit.runId()));
        } catch (IOException _) {
            return Optional.empty(); // who may not read them gets the page without them
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoredResultException("interrupted while downloading the result of " + visit.run(), e);
        }
    }
}
