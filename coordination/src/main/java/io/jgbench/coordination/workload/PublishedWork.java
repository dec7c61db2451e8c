package io.jgbench.coordination.workload;

import java.util.Objects;
import java.util.Optional;

/**
 * How the papers that published figures of a workload stand to one run of it.
 *
 * @param messageBytes size of a message, or of what a request carries, of the published figures that can stand beside
 *     the run; empty where the papers define the figure in another way, or none published any
 * @param difference how the papers counted otherwise than the run, in one sentence; empty where they did not
 */
public record PublishedWork(Optional<Integer> messageBytes, Optional<String> difference) {
    /** Nothing was published of such runs. */
    public static final PublishedWork NONE = new PublishedWork(Optional.empty(), Optional.empty());

    /** Refuses nulls. */
    public PublishedWork {
        Objects.requireNonNull(messageBytes, "messageBytes");
        Objects.requireNonNull(difference, "difference");
    }
}
