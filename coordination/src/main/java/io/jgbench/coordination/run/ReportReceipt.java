package io.jgbench.coordination.run;

import io.jgbench.coordination.protocol.MemberReport;
import java.util.Objects;
import java.util.Optional;

/**
 * That a report was fetched and stored.
 *
 * @param runId the run that the report names
 * @param index the member that the report names
 * @param partial whether it ends before the workload's end
 * @param failure why it is partial, in one sentence
 */
public record ReportReceipt(String runId, int index, boolean partial, Optional<String> failure) {

    /** Refuses nulls. */
    public ReportReceipt {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(failure, "failure");
    }

    /** The receipt of a report. */
    public static ReportReceipt of(MemberReport report) {
        return new ReportReceipt(report.runId(), report.index(), report.partial(), report.failure());
    }
}
