package io.jgbench.coordination.result;

import io.jgbench.coordination.run.FailureReason;
import io.jgbench.coordination.run.RunPhase;
import io.jgbench.coordination.run.RunStatus;
import java.util.Objects;
import java.util.Optional;

/**
 * Why a run did not come to its end.
 *
 * @param reason one word
 * @param phase how far the run had come
 * @param message what was waited for or went wrong, in one sentence that names the members
 */
public record RunFailure(FailureReason reason, RunPhase phase, String message) {

    /** Refuses nulls. */
    public RunFailure {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(message, "message");
    }

    /**
     * Why a run failed, if it did.
     *
     * @param end the run's last status
     * @param stageReached how far it had come before it failed
     */
    public static Optional<RunFailure> of(RunStatus end, RunPhase stageReached) {
        return end.failure().map(failure -> new RunFailure(failure.reason(), stageReached, failure.message()));
    }
}
