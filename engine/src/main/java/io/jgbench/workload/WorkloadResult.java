package io.jgbench.workload;

import io.jgbench.coordination.protocol.WorkloadReport;
import java.util.Objects;

/**
 * What a workload measured on one member.
 *
 * @param <R> what such a workload reports
 * @param beganAtEpochNanos when the measured part really began, 0 if it did not; see {@link MeasurementStart}
 * @param report what was seen
 */
public record WorkloadResult<R extends WorkloadReport>(long beganAtEpochNanos, R report) {

    /** Refuses nulls. */
    public WorkloadResult {
        Objects.requireNonNull(report, "report");
    }
}
