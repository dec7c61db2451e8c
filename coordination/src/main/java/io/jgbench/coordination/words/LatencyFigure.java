package io.jgbench.coordination.words;

import io.jgbench.coordination.result.Latency;
import java.util.Objects;
import java.util.Optional;

/**
 * A latency among the first figures of a page.
 *
 * @param name what was timed
 * @param latency its percentiles; empty where they are not known
 * @param meaning from where to where it was timed, or why it is not known
 */
public record LatencyFigure(String name, Optional<Latency> latency, String meaning) {

    /** Refuses nulls. */
    public LatencyFigure {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(meaning, "meaning");
    }
}
