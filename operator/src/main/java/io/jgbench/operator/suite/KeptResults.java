package io.jgbench.operator.suite;

import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.operator.kubernetes.RunRef;
import io.jgbench.operator.kubernetes.SuiteRef;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.spool.BoundedInput;
import io.jgbench.report.stored.FullResults;
import io.jgbench.report.stored.StoredResult;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.SuiteDetails;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The full results of a suite's visits whose runs are still there, for one page. What cannot be read, or takes too much
 * memory, is left out of it: it costs the page a table, and not the copy.
 */
final class KeptResults implements FullResults {
    /**
     * The most JSON of a full result. A tree of it takes some eight times that in memory, two of them are there at
     * once, and the page of a large suite takes half of the operator's heap.
     */
    static final long MOST_BYTES = 1024 * 1024;

    private static final int MOST_TOLD = 3;

    private final SuiteRef suite;
    private final VisitRuns runs;
    private final ResultStore results;
    private final Set<String> leftOut = new LinkedHashSet<>();

    KeptResults(SuiteRef suite, VisitRuns runs, ResultStore results) {
        this.suite = suite;
        this.runs = runs;
        this.results = results;
    }

    /** What the page of a suite shows of them. */
    SuiteDetails details(List<VisitDigest> digests) {
        SuiteDetails details = SuiteDetails.of(digests, this);
        details.unreadable().forEach(why -> leftOut.add("Not on the page: " + why + "."));
        return details;
    }

    /** That of a visit; empty where its run was deleted, or was made again by another suite of the same name. */
    @Override
    public Optional<StoredResult> of(VisitDigest visit) {
        Optional<RunRef> run = runs.find(suite, visit.run())
                .map(RunRef::of)
                .filter(ref -> ref.runId().equals(visit.runId()));
        return run.isPresent() ? read(run.get()) : Optional.empty();
    }

    private Optional<StoredResult> read(RunRef run) {
        try {
            Optional<InputStream> kept = results.openResult(run);
            if (kept.isEmpty()) {
                return Optional.empty();
            }
            try (var json = new BoundedInput(kept.get(), MOST_BYTES)) {
                return Optional.of(StoredResult.ofJson("run " + run.path(), json));
            }
        } catch (IOException | StoredResultException e) {
            leftOut.add("Not on the page: " + e.getMessage() + ".");
            return Optional.empty();
        }
    }

    /** Why full results that are there are not on the page: a few sentences, for a condition's message. */
    List<String> leftOut() {
        List<String> told = new ArrayList<>(leftOut);
        int more = told.size() - MOST_TOLD;
        if (more > 0) {
            told = new ArrayList<>(told.subList(0, MOST_TOLD));
            told.add("Nor are " + more + " more full results.");
        }
        return told;
    }
}
