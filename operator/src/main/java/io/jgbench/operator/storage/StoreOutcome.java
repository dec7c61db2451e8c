package io.jgbench.operator.storage;

import io.jgbench.api.v1alpha1.StatusResultsRef;
import java.time.Instant;
import java.util.List;

/** What a try to store a full result came to. */
public sealed interface StoreOutcome {

    /**
     * It is stored.
     *
     * @param ref where
     * @param leftOut what was left out, one sentence each
     */
    record Stored(StatusResultsRef ref, List<String> leftOut) implements StoreOutcome {

        /** Copies the list. */
        public Stored {
            leftOut = List.copyOf(leftOut);
        }
    }

    /**
     * It is not.
     *
     * @param cause one sentence, without anything secret
     * @param at when that was known
     */
    record NotStored(String cause, Instant at) implements StoreOutcome {}
}
