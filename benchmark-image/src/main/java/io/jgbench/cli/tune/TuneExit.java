package io.jgbench.cli.tune;

import io.jgbench.cli.exit.ExitStatus;
import io.jgbench.coordination.protocol.TuningReport.TuningOutcome;

/** How a tuner ends; 0, 1 and 2 as everywhere. */
final class TuneExit {
    /** Something is not as asked, and only comparing was allowed. */
    static final int MISMATCH = 3;
    /** Something cannot be set. */
    static final int APPLY_FAILED = 4;
    /** Another run holds the host. */
    static final int BUSY = 5;

    private TuneExit() {}

    static int of(TuningOutcome outcome) {
        return switch (outcome) {
            case VERIFIED, RESTORED -> ExitStatus.VALID;
            case RESTORE_FAILED -> ExitStatus.FAILED;
            case MISMATCH -> MISMATCH;
            case APPLY_FAILED -> APPLY_FAILED;
            case BUSY -> BUSY;
        };
    }
}
