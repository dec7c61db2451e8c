package io.jgbench.coordination.suite.resolve;

import io.jgbench.api.v1alpha1.AxisSettings;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SpecProblem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks that what picks cells names axes and values that there are. */
record WhereCheck(SettingReader reader, List<AxisSettings> axes) {

    /**
     * Whether it does.
     *
     * @param path where it stands in the file
     * @param field the field below that
     */
    boolean check(String path, String field, Map<String, String> where) {
        int before = reader.problems().size();
        for (Map.Entry<String, String> each : where.entrySet()) {
            Optional<AxisSettings> axis = axes.stream()
                    .filter(known -> known.name().equals(each.getKey()))
                    .findFirst();
            if (axis.isEmpty()) {
                add(path, path + "." + field + " must name axes", each.getKey(), advice());
            } else if (AxisValue.of(axis.get()).stream()
                    .noneMatch(value -> value.label().equals(each.getValue()))) {
                String values =
                        AxisValue.of(axis.get()).stream().map(AxisValue::label).collect(Collectors.joining(", "));
                add(
                        path,
                        path + "." + field + "." + each.getKey() + " must be a value of that axis",
                        each.getValue(),
                        "its values are " + values);
            }
        }
        return reader.problems().size() == before;
    }

    /** Whether it does and names at least one. */
    boolean checkNotEmpty(String path, String field, Map<String, String> where) {
        if (where.isEmpty()) {
            add(path, path + "." + field + " must name an axis", "none", "a good value is {stack: tcp}");
            return false;
        }
        return check(path, field, where);
    }

    private String advice() {
        return axes.isEmpty()
                ? "the suite has no axes"
                : "the axes are " + axes.stream().map(AxisSettings::name).collect(Collectors.joining(", "));
    }

    private void add(String path, String rule, Object found, String advice) {
        reader.add(new SpecProblem(path, rule, found, advice));
    }
}
