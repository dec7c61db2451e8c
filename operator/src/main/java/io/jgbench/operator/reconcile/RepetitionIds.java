package io.jgbench.operator.reconcile;

import io.jgbench.operator.kubernetes.RunRef;

/** The identities of a run's repetitions. */
final class RepetitionIds {
    private RepetitionIds() {}

    /** The identity of a repetition, counted from 1. */
    static String of(RunRef run, int repetition) {
        return run.runId() + "-" + repetition;
    }
}
