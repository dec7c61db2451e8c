package io.jgbench.selftest;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A fault that can be planted.
 *
 * @param name the word for it on the command line and in tables
 * @param what what it does, in one sentence
 * @param when when it is there
 * @param planting how it is planted
 * @param right the answers that are right, any of them
 * @param notOver the stacks over which it has no meaning, with the reason
 */
public record Fault(
        String name, String what, When when, Planting planting, List<Answer> right, Map<String, String> notOver) {

    /** When a fault is there. */
    public sealed interface When {
        /** From before the members are started until they have ended. */
        record WholeRun() implements When {}

        /** From shortly after the measured part began until it is over. */
        record Measured() implements When {}

        /** For some time in the middle of the measured part. */
        record Middle(Duration length) implements When {}
    }

    /** Refuses nulls and copies the collections. */
    public Fault {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(when, "when");
        Objects.requireNonNull(planting, "planting");
        right = List.copyOf(right);
        notOver = Map.copyOf(notOver);
    }

    /** Why it has no meaning over a stack; empty where it has one. */
    Optional<String> hasNoMeaningOver(String stack) {
        return Optional.ofNullable(notOver.get(stack));
    }

    /** Whether a result that tells this first names the fault rightly. */
    public boolean isNamedBy(FirstCause cause, Targets at) {
        return right.stream().anyMatch(answer -> answer.is(cause, at));
    }
}
