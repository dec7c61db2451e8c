package io.jgbench.coordination.run;

import java.util.List;
import java.util.Objects;

/**
 * What follows from an observation.
 *
 * @param status the run's new status, to be stored before any action is carried out
 * @param actions what is to be done now, in no order
 */
public record Step(RunStatus status, List<Action> actions) {

    /** Refuses nulls and copies the actions. */
    public Step {
        Objects.requireNonNull(status, "status");
        actions = List.copyOf(actions);
    }
}
