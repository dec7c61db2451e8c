package io.jgbench.operator.pod;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the cluster's admin gives each member's pod, whatever its run says.
 *
 * @param priorityClass the PriorityClass by which it is scheduled and evicted; empty for the cluster's default
 * @param annotations annotations of the pod, for what else looks after pods on the nodes
 */
public record PodSettings(Optional<String> priorityClass, Map<String, String> annotations) {
    /** Nothing. */
    public static final PodSettings NONE = new PodSettings(Optional.empty(), Map.of());

    /** Refuses nulls and copies the annotations. */
    public PodSettings {
        Objects.requireNonNull(priorityClass, "priorityClass");
        annotations = Map.copyOf(annotations);
    }
}
