package io.jgbench.coordination.run;

import io.jgbench.coordination.BoundedText;
import io.jgbench.coordination.protocol.MemberReport;
import java.util.Objects;
import java.util.Optional;

/**
 * That a report was fetched and stored, or that what a member gave is none.
 *
 * @param runId the run that the report names
 * @param index the member that the report names
 * @param status what it is; never missing
 * @param failure why it is partial or cannot be read, in one sentence; the beginning of a long one
 */
public record ReportReceipt(String runId, int index, ReportStatus status, Optional<String> failure) {
    /** As many as the operator writes of a message into a status. */
    private static final int MAX_FAILURE_CHARACTERS = 4096;

    /** Refuses nulls and cuts a long text: the report itself may not be in memory, its receipt is. */
    public ReportReceipt {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(status, "status");
        failure = failure.map(text -> BoundedText.of(text, MAX_FAILURE_CHARACTERS));
        if (status == ReportStatus.MISSING) {
            throw new IllegalArgumentException("a receipt is of a report that is there, got: " + status);
        }
    }

    /** The receipt of a report. */
    public static ReportReceipt of(MemberReport report) {
        return new ReportReceipt(
                report.runId(),
                report.index(),
                report.partial() ? ReportStatus.PARTIAL : ReportStatus.COMPLETE,
                report.failure());
    }

    /** The receipt of what cannot be read as a report. */
    public static ReportReceipt unreadable(String runId, int index, String why) {
        return new ReportReceipt(runId, index, ReportStatus.UNREADABLE, Optional.of(why));
    }
}
