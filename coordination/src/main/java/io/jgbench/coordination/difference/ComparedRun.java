package io.jgbench.coordination.difference;

import io.jgbench.coordination.environment.EnvironmentHash;
import io.jgbench.coordination.environment.HostSnapshot;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is compared of one run.
 *
 * @param name what the run is called
 * @param outcome what it came to
 * @param spec the resolved spec without the run's name and the stack's text, by path
 * @param stack the stack, see {@link StackAttributes}; empty without one
 * @param hosts each member's host, by a name made of its index and in the order of these; empty for one that left no
 *     report
 * @param figures the figures, by their names in the result
 */
public record ComparedRun(
        String name,
        RunOutcome outcome,
        SortedMap<String, String> spec,
        SortedMap<String, String> stack,
        SequencedMap<String, Optional<HostSnapshot>> hosts,
        Map<String, Double> figures) {

    /** Refuses nulls and copies the maps. */
    public ComparedRun {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(outcome, "outcome");
        spec = Collections.unmodifiableSortedMap(new TreeMap<>(spec));
        stack = Collections.unmodifiableSortedMap(new TreeMap<>(stack));
        hosts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(hosts));
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    /** The hash of its environment; empty unless each member left a report. */
    public Optional<String> environmentHash() {
        List<HostSnapshot> known =
                hosts.values().stream().flatMap(Optional::stream).toList();
        return known.size() == hosts.size() ? EnvironmentHash.of(known) : Optional.empty();
    }
}
