package io.jgbench.coordination.protocol;

import java.util.Objects;

/**
 * What a member answers to a request that it does not carry out.
 *
 * @param error why not, in one sentence
 */
public record Refusal(String error) {

    /** Refuses nulls. */
    public Refusal {
        Objects.requireNonNull(error, "error");
    }
}
