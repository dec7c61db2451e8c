package io.jgbench.coordination.drive;

import io.jgbench.coordination.run.RunStatus;
import java.time.Duration;

/** How often a member is polled for its state. */
@FunctionalInterface
public interface PollInterval {

    /** How long to wait between two looks at a member of a run that has come this far. */
    Duration between(RunStatus status, long nowEpochNanos);
}
