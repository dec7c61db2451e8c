package io.jgbench.coordination.suite.resolve;

import io.jgbench.api.schema.ApiField;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;

/** Fields that the API requires of objects which axes have made: no reader has looked at these. */
final class RequiredFields {
    private RequiredFields() {}

    /**
     * The path of the first one that is missing in an object of a run's spec, or below one. The spec's own fields are
     * for the run's resolver to check.
     */
    static Optional<String> missing(BenchmarkRunSpec spec) {
        return missing(spec, "");
    }

    private static Optional<String> missing(Record object, String at) {
        List<ApiField> fields = ApiField.of(object.getClass());
        RecordComponent[] components = object.getClass().getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            ApiField field = fields.get(i);
            Optional<Object> value = TemplatePath.valueOf(components[i], object);
            if (value.isEmpty() && field.required() && !at.isEmpty()) {
                return Optional.of(at + field.name());
            }
            Optional<String> below = value.filter(
                            _ -> !field.list() && field.nested().isPresent())
                    .flatMap(nested -> missing((Record) nested, at + field.name() + "."));
            if (below.isPresent()) {
                return below;
            }
        }
        return Optional.empty();
    }
}
