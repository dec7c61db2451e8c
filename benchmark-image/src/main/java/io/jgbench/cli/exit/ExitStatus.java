package io.jgbench.cli.exit;

import io.jgbench.api.v1alpha1.StatusJudgement;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteVerdict;

/** How the command line ends. */
public final class ExitStatus {
    /** Finished, and the figures may be used. */
    public static final int VALID = 0;
    /** The run failed: it gave no result. */
    public static final int FAILED = 1;
    /** What the user gave cannot be run; nothing was started. */
    public static final int BAD_INPUT = 2;
    /** Finished, but the figures may not be used. */
    public static final int NOT_VALID = 3;
    /** Finished, and a figure is not what it must be, or not what it was. */
    public static final int THRESHOLD_MISSED = 4;
    /** Finished, the figures may be used, and they do not answer the question. */
    public static final int INCONCLUSIVE = 5;

    private ExitStatus() {}

    /** What a suite said as a whole, or an operator of it. */
    public static int of(StatusJudgement.Verdict verdict) {
        return switch (verdict) {
            case PASSED -> VALID;
            case FAILED -> FAILED;
            case NOT_VALID -> NOT_VALID;
            case THRESHOLD_MISSED, SLOWER_THAN_BASELINE -> THRESHOLD_MISSED;
            case INCONCLUSIVE -> INCONCLUSIVE;
        };
    }

    /** What a suite came to. */
    public static int of(SuiteResult suite) {
        return of(SuiteVerdict.of(suite));
    }
}
