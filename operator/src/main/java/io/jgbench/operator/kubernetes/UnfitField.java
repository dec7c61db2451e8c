package io.jgbench.operator.kubernetes;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.coordination.BoundedText;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A field that does not fit its Java type.
 *
 * @param path from the spec or status to the field
 * @param expected what it must be; empty where the type does not know the field
 */
record UnfitField(List<Reference> path, Optional<String> expected) {
    private static final int MOST_CHARACTERS = 100;

    /** The one that an error is about. */
    static UnfitField of(JsonMappingException error) {
        return switch (error) {
            case UnrecognizedPropertyException unknown -> new UnfitField(unknown.getPath(), Optional.empty());
            case MismatchedInputException mismatch
            when mismatch.getTargetType() != null ->
                new UnfitField(mismatch.getPath(), Optional.of(wording(mismatch.getTargetType())));
            default -> new UnfitField(error.getPath(), Optional.of("a value that this operator can read"));
        };
    }

    private static String wording(Class<?> type) {
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(constant -> label((Enum<?>) constant))
                            .collect(Collectors.joining(", "));
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (type == String.class) {
            return "a text";
        }
        if (type == ByteQuantity.class) {
            return "a number of bytes";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return "a number";
        }
        return Collection.class.isAssignableFrom(type) ? "a list" : "an object";
    }

    private static String label(Enum<?> constant) {
        try {
            JsonProperty named =
                    constant.getDeclaringClass().getField(constant.name()).getAnnotation(JsonProperty.class);
            return named == null ? constant.toString() : named.value();
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("an enum has a field for each of its constants", e);
        }
    }

    /**
     * Which field it is, what was expected and what was found.
     *
     * @param part {@code spec} or {@code status}
     * @param given that part as it is stored
     */
    String told(String part, JsonNode given) {
        StringBuilder at = new StringBuilder(part);
        JsonNode found = given;
        for (Reference step : path) {
            boolean isField = step.getFieldName() != null;
            at.append(isField ? "." + step.getFieldName() : "[" + step.getIndex() + "]");
            found = isField ? found.path(step.getFieldName()) : found.path(step.getIndex());
        }
        return expected.map(what -> at + ": expected " + what).orElse(at + ": a field that this operator does not know")
                + ", found " + shown(found);
    }

    /** A value as it is stored, or the start of it. */
    static String shown(JsonNode value) {
        return value.isMissingNode() ? "nothing" : BoundedText.of(value.toString(), MOST_CHARACTERS);
    }
}
