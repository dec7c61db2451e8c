package io.jgbench.coordination.preflight;

import io.jgbench.coordination.protocol.PreflightReport;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What came of a pre-flight.
 *
 * @param faults what is wrong with the network, one of each kind, the gravest first; none if nothing is
 * @param matrix the paths between the members; empty where not all reports could be fetched
 */
public record Preflight(List<PreflightFault> faults, Optional<PreflightMatrix> matrix) {

    /** Refuses nulls and copies the list. */
    public Preflight {
        faults = List.copyOf(faults);
        Objects.requireNonNull(matrix, "matrix");
    }

    /**
     * What came of the pre-flight of a run that is over.
     *
     * @param decided the faults that the run decided by; empty if it was not probed
     * @param names the members' names, by index
     * @param reports what could be fetched of the members' reports
     */
    public static Optional<Preflight> of(
            Optional<List<PreflightFault>> decided, List<String> names, List<PreflightReport> reports) {
        return decided.map(faults -> new Preflight(
                faults,
                reports.size() == names.size()
                        ? PreflightJudge.judge(names, reports).matrix()
                        : Optional.empty()));
    }
}
