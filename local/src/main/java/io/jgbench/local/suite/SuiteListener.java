package io.jgbench.local.suite;

import io.jgbench.coordination.suite.Cell;
import io.jgbench.coordination.suite.SuiteProgress;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.VisitId;

/** Is told how a suite goes; by one thread. */
public interface SuiteListener {

    /** A visit begins; {@code progress} is how far the suite has come without it. */
    void begins(Cell cell, VisitId visit, SuiteProgress progress);

    /** A visit is over and kept. */
    void kept(VisitDigest digest);

    /** The suite stops before its end, as its next visit cannot begin; {@code why} has no full stop. */
    void stops(String why);
}
