package io.jgbench.operator.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jgbench.api.schema.ApiField;
import io.jgbench.api.schema.Mutable;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.operator.kubernetes.LeftOutTexts;
import java.util.Optional;

/**
 * Whether a run was declared as another one is. An API server fills in defaults where a run is created, so that what is
 * left out and what has its default are the same.
 */
final class DeclaredSpecs {
    private static final JsonMapper JSON = new JsonMapper();

    private DeclaredSpecs() {}

    /**
     * Where two runs differ in what never changes once a run is there.
     *
     * @return the first field that differs, such as {@code spec.messageSize}; empty if they are declared alike
     */
    static Optional<String> difference(BenchmarkRunSpec one, BenchmarkRunSpec other) {
        return difference("spec", BenchmarkRunSpec.class, tree(one), tree(other));
    }

    /** Of one that was read the long texts may be left out. */
    private static JsonNode tree(BenchmarkRunSpec spec) {
        return LeftOutTexts.leaveOut(JSON.<ObjectNode>valueToTree(spec));
    }

    private static Optional<String> difference(String path, Class<?> type, JsonNode one, JsonNode other) {
        return ApiField.of(type).stream()
                .filter(field -> field.annotation(Mutable.class).isEmpty())
                .flatMap(field -> difference(path + "." + field.name(), field, one, other).stream())
                .findFirst();
    }

    private static Optional<String> difference(String path, ApiField field, JsonNode one, JsonNode other) {
        JsonNode left = value(field, one);
        JsonNode right = value(field, other);
        Optional<Class<?>> nested = field.nested();
        if (left.isObject() && right.isObject() && nested.isPresent()) {
            return difference(path, nested.get(), left, right);
        }
        if (left.isArray() && right.isArray() && nested.isPresent() && left.size() == right.size()) {
            for (int i = 0; i < left.size(); i++) {
                Optional<String> found = difference(path + "[" + i + "]", nested.get(), left.get(i), right.get(i));
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.empty();
        }
        return isSame(left, right) ? Optional.empty() : Optional.of(path);
    }

    /** The same number may be of two types, as what is read is of the smallest that holds it. */
    private static boolean isSame(JsonNode left, JsonNode right) {
        boolean areNumbers = left.isNumber() && right.isNumber();
        return areNumbers ? left.asText().equals(right.asText()) : left.equals(right);
    }

    private static JsonNode value(ApiField field, JsonNode object) {
        JsonNode given = object.path(field.name());
        return given.isMissingNode() || given.isNull()
                ? field.defaultText().map(text -> parsed(field, text)).orElse(given)
                : given;
    }

    /** A default as the type's own JSON has it. */
    private static JsonNode parsed(ApiField field, String text) {
        return field.nested().isPresent()
                ? JsonNodeFactory.instance.objectNode()
                : JSON.valueToTree(JSON.convertValue(text, field.type()));
    }
}
