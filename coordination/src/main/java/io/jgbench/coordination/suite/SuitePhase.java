package io.jgbench.coordination.suite;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a suite stands. */
public enum SuitePhase {
    /** Nothing was asked of anybody. */
    @JsonProperty("Pending")
    PENDING,
    /** A visit is under way. */
    @JsonProperty("Running")
    RUNNING,
    /** No visit is under way, and none begins until the suite is no longer suspended. */
    @JsonProperty("Suspended")
    SUSPENDED,
    /** All visits are made. */
    @JsonProperty("Completed")
    COMPLETED,
    /** Visits are left, and the next one would exceed the budget. */
    @JsonProperty("BudgetSpent")
    BUDGET_SPENT;

    /** Whether nothing more happens unless the suite gets more rounds or a larger budget. */
    public boolean isOver() {
        return this == COMPLETED || this == BUDGET_SPENT;
    }
}
