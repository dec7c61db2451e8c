package io.jgbench.coordination.suite;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.coordination.spec.RunSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One combination of the axes' values.
 *
 * @param index its place in the suite, from 0
 * @param coordinates its value on each axis, or the name of the point, by the axis' name, in the order of the axes
 * @param declared the spec of its runs as a user would declare it
 * @param spec the same resolved; its name is the one of the first visit's run
 */
public record Cell(int index, Map<String, String> coordinates, BenchmarkRunSpec declared, RunSpec spec) {
    /** The key of the only cell of a suite without axes. */
    public static final String WITHOUT_AXES = "template";

    /** Refuses nulls and copies the coordinates. */
    public Cell {
        coordinates = Collections.unmodifiableMap(new LinkedHashMap<>(coordinates));
        Objects.requireNonNull(declared, "declared");
        Objects.requireNonNull(spec, "spec");
    }

    /** What tells it apart from the other cells, such as {@code members=4,stack=udp}. */
    public String key() {
        return key(coordinates);
    }

    /** Whether it has all these values, by the names of the axes. */
    public boolean hasAll(Map<String, String> where) {
        return coordinates.entrySet().containsAll(where.entrySet());
    }

    /** The key of a cell that has these values on the axes. */
    public static String key(Map<String, String> coordinates) {
        return coordinates.isEmpty()
                ? WITHOUT_AXES
                : coordinates.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(","));
    }
}
