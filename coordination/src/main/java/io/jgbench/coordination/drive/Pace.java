package io.jgbench.coordination.drive;

import io.jgbench.coordination.run.RunStatus;
import java.time.Duration;

/** How often a member is asked how it is. */
@FunctionalInterface
public interface Pace {

    /** How long to wait between two looks at a member of a run that has come this far. */
    Duration between(RunStatus status, long nowEpochNanos);
}
