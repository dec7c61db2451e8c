package io.jgbench.coordination.suite;

import java.util.List;
import java.util.Objects;

/**
 * What follows from an observation.
 *
 * @param status the suite's new status, to be stored before any action is carried out
 * @param actions what is to be done now
 */
public record SuiteStep(SuiteStatus status, List<SuiteAction> actions) {

    /** Refuses nulls and copies the actions. */
    public SuiteStep {
        Objects.requireNonNull(status, "status");
        actions = List.copyOf(actions);
    }
}
