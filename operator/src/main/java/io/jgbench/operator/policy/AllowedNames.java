package io.jgbench.operator.policy;

import io.jgbench.coordination.spec.NamePattern;
import java.util.List;
import java.util.Objects;

/**
 * Which names are allowed: those of the first list that are not of the second one.
 *
 * @param allowed names that are allowed; null for those of the defaults
 * @param denied names that are not, whatever the first list says; null for those of the defaults
 */
public record AllowedNames(List<NamePattern> allowed, List<NamePattern> denied) {

    /** Copies the lists. */
    public AllowedNames {
        allowed = allowed == null ? null : List.copyOf(allowed);
        denied = denied == null ? null : List.copyOf(denied);
    }

    /** With the lists of others in the place of those that are not given. */
    AllowedNames orElse(AllowedNames others) {
        return new AllowedNames(
                Objects.requireNonNullElse(allowed, others.allowed), Objects.requireNonNullElse(denied, others.denied));
    }

    /** Whether a name is allowed. */
    boolean permits(String name) {
        return NamePattern.anyMatches(allowed, name) && !NamePattern.anyMatches(denied, name);
    }

    /** Both lists in words. */
    String told() {
        return NamePattern.told(allowed) + (denied.isEmpty() ? "" : ", but not " + NamePattern.told(denied));
    }
}
