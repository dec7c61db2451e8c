package io.jgbench.coordination.suite.resolve;

import io.jgbench.api.v1alpha1.AxisPoint;
import io.jgbench.api.v1alpha1.AxisSettings;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SpecProblem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Checks the axes of a suite by the rules that the custom resource definition has, and that no two are the same. */
record AxesCheck(SettingReader reader) {
    private static final Pattern PATH = Pattern.compile(AxisSettings.PATH_PATTERN);

    void check(List<AxisSettings> axes) {
        Map<String, String> axisOfPath = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < axes.size(); i++) {
            AxisSettings axis = axes.get(i);
            String at = "spec.axes[" + i + "]";
            if (!names.add(axis.name())) {
                add(at, at + ".name must be the only one of that name", axis.name(), "give each axis its own name");
            }
            if ((axis.path() == null) == axis.points().isEmpty()) {
                String found = axis.path() == null ? "neither" : "both";
                add(at, at + ": " + AxisSettings.PATH_OR_POINTS_RULE, found, "write path and values, or points");
            } else if ((axis.path() == null) != axis.values().isEmpty()) {
                String found = axis.values().isEmpty() ? "no values" : "values";
                add(at, at + ": " + AxisSettings.VALUES_RULE, found, "a good value is values: [udp, tcp]");
            } else {
                checkPoints(at, axis);
                checkPaths(at, axis, axisOfPath);
            }
        }
    }

    private void checkPoints(String at, AxisSettings axis) {
        Set<String> labels = new HashSet<>();
        for (AxisValue value : AxisValue.of(axis)) {
            if (!labels.add(value.label())) {
                add(at, at + " must have each value once", value.label(), "cells are told apart by it");
            }
        }
        for (AxisPoint point : axis.points()) {
            if (point.values().isEmpty()) {
                add(at, at + " must have points that set a field", point.name(), "a good value is {members: \"4\"}");
            }
        }
    }

    /** Two axes must not vary one field: only the value of the second would count. */
    private void checkPaths(String at, AxisSettings axis, Map<String, String> axisOfPath) {
        Set<String> paths = new TreeSet<>();
        AxisValue.of(axis).forEach(value -> paths.addAll(value.changes().keySet()));
        for (String path : paths) {
            if (!PATH.matcher(path).matches()) {
                add(at, at + ": a path must match " + AxisSettings.PATH_PATTERN, path, "a good value is stack.name");
            }
            String other = axisOfPath.putIfAbsent(path, axis.name());
            if (other != null) {
                add(
                        at,
                        at + ": a path must be varied by one axis",
                        path + " of " + other + " and " + axis.name(),
                        "let one axis have points that set several fields");
            }
        }
    }

    private void add(String path, String rule, Object found, String advice) {
        reader.add(new SpecProblem(path, rule, found, advice));
    }
}
