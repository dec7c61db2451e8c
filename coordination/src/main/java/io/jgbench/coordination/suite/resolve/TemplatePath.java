package io.jgbench.coordination.suite.resolve;

import io.jgbench.api.schema.ApiField;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.ByteQuantity;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A field of a run's spec by its path, such as {@code workload.rpc.requests}, and how a text is put there.
 *
 * @param path as a suite gives it
 */
record TemplatePath(String path) {

    /**
     * The template with this field set to a value. Missing parent objects are created.
     *
     * @throws IllegalArgumentException if there is no such field, or the text is none of its values; the message is a
     *     rule that begins with the path
     */
    BenchmarkRunSpec set(BenchmarkRunSpec template, String text) {
        return (BenchmarkRunSpec)
                with(BenchmarkRunSpec.class, Optional.of(template), Arrays.asList(path.split("\\.", -1)), text);
    }

    private Object with(Class<?> type, Optional<Object> record, List<String> names, String text) {
        List<ApiField> fields = ApiField.of(type);
        ApiField field = fields.stream()
                .filter(each -> each.name().equals(names.getFirst()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        path + " is not a field of a run's spec: in place of '" + names.getFirst() + "' there is "
                                + fields.stream().map(ApiField::name).collect(Collectors.joining(", "))));
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            Optional<Object> old = record.flatMap(from -> valueOf(component, from));
            values[i] = fields.get(i).equals(field) ? replaced(field, old, names, text) : old.orElse(null);
        }
        return make(type, components, values);
    }

    private Object replaced(ApiField field, Optional<Object> old, List<String> names, String text) {
        List<String> below = names.subList(1, names.size());
        if (!below.isEmpty()) {
            Class<?> nested = field.list() ? null : field.nested().orElse(null);
            if (nested == null) {
                throw new IllegalArgumentException(
                        path + " is not a field of a run's spec: " + field.name() + " has no fields of its own");
            }
            return with(nested, old, below, text);
        }
        if (field.nested().isPresent() || field.map()) {
            throw new IllegalArgumentException(
                    path + " must be a field with a value of its own, not an object: name one"
                            + " of its fields, such as " + path + "." + firstField(field));
        }
        return leaf(field, text);
    }

    private static String firstField(ApiField field) {
        return field.nested().map(type -> ApiField.of(type).getFirst().name()).orElse("name");
    }

    private Object leaf(ApiField field, String text) {
        Class<?> type = field.type();
        if (type == Integer.class || type == Long.class) {
            return number(type, text);
        }
        if (type == Boolean.class) {
            if (!text.equals("true") && !text.equals("false")) {
                throw new IllegalArgumentException(path + " must be true or false");
            }
            return Boolean.valueOf(text);
        }
        if (type == ByteQuantity.class) {
            return new ByteQuantity(text);
        }
        if (type.isEnum()) {
            int index = field.words().indexOf(text);
            if (index < 0) {
                throw new IllegalArgumentException(path + " must be one of " + String.join(", ", field.words()));
            }
            return type.getEnumConstants()[index];
        }
        if (field.list()) {
            List<String> entries = Arrays.asList(text.strip().split("\\s+"));
            if (entries.size() > field.mostEntries()) {
                throw new IllegalArgumentException(path + " must have at most " + field.mostEntries() + " entries");
            }
            entries.forEach(entry -> check(field.entryTextRule(), entry));
            return entries;
        }
        check(field.textRule(), text);
        return text;
    }

    private Number number(Class<?> type, String text) {
        try {
            return type == Integer.class ? (Number) Integer.valueOf(text) : (Number) Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(path + " must be a whole number", e);
        }
    }

    private void check(ApiField.TextRule rule, String text) {
        if (text.length() < rule.minLength() || text.length() > rule.maxLength()) {
            throw new IllegalArgumentException(
                    path + " must have " + rule.minLength() + " to " + rule.maxLength() + " characters");
        }
        if (rule.pattern().isPresent() && !text.matches(rule.pattern().get())) {
            throw new IllegalArgumentException(
                    path + " must match " + rule.pattern().get());
        }
    }

    /** What a record has there, if anything. */
    static Optional<Object> valueOf(RecordComponent component, Object record) {
        try {
            return Optional.ofNullable(component.getAccessor().invoke(record));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component + " cannot be read", e);
        }
    }

    private static Object make(Class<?> type, RecordComponent[] components, Object[] values) {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made of its own components", e);
        }
    }
}
