package io.jgbench.api.v1alpha1;

import java.util.Optional;

/**
 * An object whose status has conditions.
 *
 * @param <T> the types of its conditions
 */
public interface HasConditions<T> {

    /** A condition, if the status has it. */
    Optional<StatusCondition> condition(T type);

    /** Whether it has a condition and it is True. */
    default boolean isTrue(T type) {
        return condition(type)
                .filter(condition -> condition.status() == StatusCondition.Status.TRUE)
                .isPresent();
    }

    /** Whether it has a condition for this reason. */
    default boolean hasReason(T type, ReasonWord reason) {
        return condition(type).filter(condition -> condition.isFor(reason)).isPresent();
    }
}
