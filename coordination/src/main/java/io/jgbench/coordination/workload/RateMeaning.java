package io.jgbench.coordination.workload;

import java.util.Objects;

/**
 * What the rate of a run is.
 *
 * @param of whose rates are averaged, in the singular: {@code member}
 * @param definition how it is worked out, in one sentence
 */
public record RateMeaning(String of, String definition) {

    /** Refuses nulls. */
    public RateMeaning {
        Objects.requireNonNull(of, "of");
        Objects.requireNonNull(definition, "definition");
    }
}
