package io.jgbench.coordination.run;

import java.util.Objects;

/**
 * Why a run failed.
 *
 * @param reason one word
 * @param message one sentence that names the members it is about and says how far each of them was
 */
public record Failure(FailureReason reason, String message) {

    /** Refuses nulls. */
    public Failure {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(message, "message");
    }
}
