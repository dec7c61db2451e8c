package io.jgbench.api.generate;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One field of an API type.
 *
 * @param name its name in YAML
 * @param field the record's field that holds it
 */
record ApiField(String name, Field field) {

    /** The fields of a type, in the order of its declaration. */
    static List<ApiField> of(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(component -> of(type, component.getName()))
                .toList();
    }

    private static ApiField of(Class<?> type, String component) {
        try {
            Field field = type.getDeclaredField(component);
            JsonProperty renamed = field.getAnnotation(JsonProperty.class);
            return new ApiField(renamed == null ? component : renamed.value(), field);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(type + " has no field for its component " + component, e);
        }
    }

    <A extends Annotation> Optional<A> annotation(Class<A> annotation) {
        return Optional.ofNullable(field.getAnnotation(annotation));
    }

    boolean list() {
        return field.getType() == List.class;
    }

    /** The API type of this field or of its list's entries, if it is one. */
    Optional<Class<?>> nested() {
        Class<?> type = list() ? entryType() : field.getType();
        return type.isRecord() ? Optional.of(type) : Optional.empty();
    }

    private Class<?> entryType() {
        return (Class<?>) ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0];
    }
}
