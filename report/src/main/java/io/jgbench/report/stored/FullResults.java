package io.jgbench.report.stored;

import io.jgbench.coordination.suite.VisitDigest;
import java.util.Optional;

/** The full results of a suite's visits, as far as they are still there. */
public interface FullResults {

    /**
     * That of a visit; empty where it is not there any more.
     *
     * @throws StoredResultException if something is there that cannot be read
     */
    Optional<StoredResult> of(VisitDigest visit) throws StoredResultException;

    /** None at all. */
    static FullResults none() {
        return _ -> Optional.empty();
    }
}
