package io.jgbench.coordination.bottleneck;

import io.jgbench.api.v1alpha1.BottleneckType;
import java.util.Objects;
import java.util.Optional;

/**
 * What held a run at its rate.
 *
 * @param type what it was
 * @param member the member that it is at, or at whose link; several are named together where they share a host or lose
 *     alike; empty where it is at none of its own
 * @param fault whether one member or link was worse than the others, or something was lost and repaired, so that the
 *     rate is not that of the cluster as it was meant to be
 * @param message one sentence or two with the evidence in numbers and what would change it
 */
public record Bottleneck(BottleneckType type, Optional<String> member, boolean fault, String message) {

    /** Refuses nulls. */
    public Bottleneck {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(member, "member");
        Objects.requireNonNull(message, "message");
    }

    static Bottleneck limit(BottleneckType type, Optional<String> member, String message) {
        return new Bottleneck(type, member, false, message);
    }

    static Bottleneck fault(BottleneckType type, String member, String message) {
        return new Bottleneck(type, Optional.of(member), true, message);
    }

    static Bottleneck unknown(String why) {
        return new Bottleneck(BottleneckType.UNKNOWN, Optional.empty(), false, why);
    }
}
