package io.jgbench.operator.reconcile.state;

import io.jgbench.operator.kubernetes.RunRef;

/** The identities of a run's repetitions. */
public final class RepetitionIds {
    private RepetitionIds() {}

    /** The identity of a repetition, counted from 1. */
    public static String of(RunRef run, int repetition) {
        return run.runId() + "-" + repetition;
    }
}
