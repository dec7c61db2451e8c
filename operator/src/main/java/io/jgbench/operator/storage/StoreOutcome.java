package io.jgbench.operator.storage;

import io.jgbench.api.v1alpha1.StatusResultsRef;
import java.time.Instant;

/** What a try to store a full result came to. */
public sealed interface StoreOutcome {

    /**
     * It is stored.
     *
     * @param ref where
     */
    record Stored(StatusResultsRef ref) implements StoreOutcome {}

    /**
     * It is not.
     *
     * @param cause one sentence, without anything secret
     * @param at when that was known
     */
    record NotStored(String cause, Instant at) implements StoreOutcome {}
}
