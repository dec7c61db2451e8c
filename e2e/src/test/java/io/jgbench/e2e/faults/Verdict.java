package io.jgbench.e2e.faults;

/** What came of a round. */
enum Verdict {
    /** The fault struck, and all is as it has to be. */
    PASSED,
    /** The stage was over before the fault could strike, so nothing was tried; otherwise all is as it has to be. */
    MISSED,
    /** Something is not as it has to be. */
    FAILED
}
