package io.jgbench.coordination.run;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a member's report was fetched. The first that arrives counts, and none after it. */
public enum ReportStatus {
    /** None was fetched. */
    @JsonProperty("Missing")
    MISSING,
    /** One was fetched that ends before the workload's end; it is kept and never averaged. */
    @JsonProperty("Partial")
    PARTIAL,
    /** A complete one was fetched. */
    @JsonProperty("Complete")
    COMPLETE,
    /** The member answered with what is no report, or with more than is taken; it would again. */
    @JsonProperty("Unreadable")
    UNREADABLE;

    /** Whether there is a report. */
    public boolean isThere() {
        return this == PARTIAL || this == COMPLETE;
    }
}
