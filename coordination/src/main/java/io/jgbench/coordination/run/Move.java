package io.jgbench.coordination.run;

import java.util.List;

/** What a phase's step comes to. */
sealed interface Move {

    /** Nothing more follows from the observation. */
    record Stay(RunStatus status, List<Action> actions) implements Move {}

    /** Another step has to look at the observation. */
    record Enter(RunStatus status) implements Move {}
}
