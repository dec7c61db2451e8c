package io.jgbench.local.suite;

import io.jgbench.coordination.result.RepetitionsResult;
import io.jgbench.coordination.spec.RunSpec;
import io.jgbench.coordination.suite.Cell;
import io.jgbench.local.host.HostsUnavailableException;
import java.io.IOException;

/** Does the run of a visit. */
@FunctionalInterface
public interface VisitRunner {

    /**
     * Does it to its end, whatever that is.
     *
     * @param cell the cell that is visited
     * @param spec the run with the visit's own name
     * @throws HostsUnavailableException if it cannot begin
     */
    RepetitionsResult run(Cell cell, RunSpec spec) throws HostsUnavailableException, IOException, InterruptedException;
}
