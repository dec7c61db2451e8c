package io.jgbench.coordination.difference;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A value in which two runs differ.
 *
 * @param name what differs
 * @param first its value in the first run; empty where that has none
 * @param second its value in the second run
 * @param members the members whose hosts differ in it; empty where it is of the run, or where all differ alike
 */
public record Difference(String name, Optional<String> first, Optional<String> second, List<String> members) {

    /** Refuses nulls and copies the list. */
    public Difference {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        members = List.copyOf(members);
    }
}
