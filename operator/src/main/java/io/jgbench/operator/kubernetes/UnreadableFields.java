package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * What this operator cannot read of a stored run or suite. An older or newer definition may have let it in, or it was
 * written while there was no schema. {@link UnfitObjects} leaves such fields out and notes here which.
 *
 * <p>The note is a property of the object's metadata that the API server does not know. So it goes along when objects
 * are copied in memory, which is done as JSON, and nobody can store it.
 */
public final class UnreadableFields {
    private static final String SPEC = "jgbench.io/unreadable-spec";
    private static final String STATUS = "jgbench.io/unreadable-status";

    private UnreadableFields() {}

    /** The first field of the spec that cannot be read, what was expected there and what was found; empty if none. */
    public static Optional<String> ofSpec(HasMetadata object) {
        return note(object, SPEC);
    }

    /** The same for the status. What is there is as if it had never been written. */
    public static Optional<String> ofStatus(HasMetadata object) {
        return note(object, STATUS);
    }

    /**
     * Why something is not done whose spec cannot be read, and what to do.
     *
     * @param what {@code run} or {@code suite}
     * @param problem what {@link #ofSpec} tells
     */
    public static String refusal(String what, String problem) {
        return "This operator cannot read what is stored of the %1$s: %2$s. Delete the %1$s and apply it again."
                .formatted(what, problem);
    }

    private static Optional<String> note(HasMetadata object, String property) {
        return Optional.ofNullable(object.getMetadata().getAdditionalProperties())
                .map(properties -> properties.get(property))
                .map(Object::toString);
    }

    static void noteSpec(HasMetadata object, String problem) {
        object.getMetadata().setAdditionalProperty(SPEC, problem);
    }

    static void noteStatus(HasMetadata object, String problem) {
        object.getMetadata().setAdditionalProperty(STATUS, problem);
    }
}
