package io.jgbench.coordination.run;

import java.util.List;

/** What a phase's step returns. */
sealed interface StepResult {

    /** Nothing more follows from the observation. */
    record Stay(RunStatus status, List<Action> actions) implements StepResult {}

    /** Another step has to look at the observation. */
    record Enter(RunStatus status) implements StepResult {}
}
