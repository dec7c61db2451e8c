package io.jgbench.coordination.suite.resolve;

import io.jgbench.api.v1alpha1.AxisSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One place on an axis.
 *
 * @param label the value, or the name of the point
 * @param changes what it puts into the template, by path
 */
record AxisValue(String label, Map<String, String> changes) {

    /** Copies the changes. */
    AxisValue {
        changes = Collections.unmodifiableMap(new LinkedHashMap<>(changes));
    }

    /** All of an axis, in its order. */
    static List<AxisValue> of(AxisSettings axis) {
        return axis.path() == null
                ? axis.points().stream()
                        .map(point -> new AxisValue(point.name(), point.values()))
                        .toList()
                : axis.values().stream()
                        .map(value -> new AxisValue(value, Map.of(axis.path(), value)))
                        .toList();
    }
}
