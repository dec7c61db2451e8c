package io.jgbench.api.generate;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRule;
import io.jgbench.api.schema.ApiField;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.QuantityRange;
import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import java.util.List;

/** The reference of the API in Markdown: every field with its type, default, range and meaning. */
final class ApiReference {
    private static final String HEADER = """
            <!-- Generated from the types in crds/src/main/java by './jgbench generate'; not to be edited. -->
            """;

    private final StringBuilder text;

    private ApiReference(ApiKind kind) {
        text = new StringBuilder(HEADER).append(kind.introduction());
    }

    static String of(ApiKind kind) {
        var root = CrdFile.generate(kind)
                .definition()
                .getSpec()
                .getVersions()
                .getFirst()
                .getSchema()
                .getOpenAPIV3Schema();
        var reference = new ApiReference(kind);
        reference.rules("metadata", root);
        reference.section("spec", kind.spec(), root.getProperties().get("spec"));
        kind.status()
                .ifPresent(status ->
                        reference.section("status", status, root.getProperties().get("status")));
        return reference.text.toString().stripTrailing() + "\n";
    }

    private void section(String path, Class<?> type, JSONSchemaProps schema) {
        rules(path, schema);
        boolean spec = path.startsWith("spec");
        text.append(spec ? "| field | type | default | range | meaning |\n|---|---|---|---|---|\n" : "")
                .append(spec ? "" : "| field | type | meaning |\n|---|---|---|\n");
        List<ApiField> fields = ApiField.of(type);
        fields.forEach(field -> row(path, schema, field));
        text.append('\n');
        fields.forEach(field -> field.nested()
                .filter(ApiReference::hasNoReferenceOfItsOwn)
                .ifPresent(nested -> {
                    JSONSchemaProps property = schema.getProperties().get(field.name());
                    String nestedPath = path + "." + field.name() + (field.list() ? "[]" : "");
                    section(
                            nestedPath,
                            nested,
                            field.list() ? property.getItems().getSchema() : property);
                }));
    }

    private static boolean hasNoReferenceOfItsOwn(Class<?> type) {
        return type != BenchmarkRunSpec.class;
    }

    /** A heading, and under it the rules that bind several fields to each other. */
    private void rules(String path, JSONSchemaProps schema) {
        text.append("## ").append(path).append("\n\n");
        List<String> sentences = schema.getXKubernetesValidations().stream()
                .filter(rule -> !rule.getRule().contains("oldSelf"))
                .map(ValidationRule::getMessage)
                .toList();
        sentences.forEach(sentence -> text.append("- Rule: ").append(sentence).append(".\n"));
        text.append(sentences.isEmpty() ? "" : "\n");
    }

    private void row(String path, JSONSchemaProps schema, ApiField field) {
        JSONSchemaProps property = schema.getProperties().get(field.name());
        text.append("| `").append(field.name()).append("` | ").append(type(property, field));
        if (path.startsWith("spec")) {
            boolean required = schema.getRequired().contains(field.name());
            text.append(" | ").append(required ? "required" : defaultOf(property.getDefault()));
            text.append(" | ").append(range(property, field));
        }
        text.append(" | ").append(property.getDescription()).append(" |\n");
    }

    private static String type(JSONSchemaProps property, ApiField field) {
        if (field.annotation(DurationRange.class).isPresent()) {
            return "duration";
        }
        if (field.annotation(QuantityRange.class).isPresent()) {
            return "quantity";
        }
        if (!property.getEnum().isEmpty()) {
            return String.join(
                    ", ", property.getEnum().stream().map(JsonNode::asText).toList());
        }
        if (property.getAdditionalProperties() != null) {
            return "map of strings";
        }
        return field.list() ? "list of " + (field.nested().isPresent() ? "objects" : "strings") : property.getType();
    }

    private static String defaultOf(JsonNode value) {
        return value == null || value.isObject() ? "" : "`" + value.asText() + "`";
    }

    private static String range(JSONSchemaProps property, ApiField field) {
        if (field.annotation(DurationRange.class).isPresent()) {
            DurationRange range = field.annotation(DurationRange.class).get();
            return range.min() + " to " + range.max();
        }
        if (property.getMinimum() != null) {
            return "%.0f to %s".formatted(property.getMinimum(), most(property));
        }
        if (property.getMaxItems() != null) {
            return "at most " + property.getMaxItems() + " entries";
        }
        if (property.getMaxProperties() != null) {
            return "at most " + property.getMaxProperties() + " entries";
        }
        String length = property.getMaxLength() == null ? "" : "at most " + property.getMaxLength() + " characters";
        return property.getPattern() == null
                ? length
                : length + ", `" + property.getPattern().replace("|", "\\|") + "`";
    }

    private static String most(JSONSchemaProps property) {
        return property.getMaximum() == null ? "any" : "%.0f".formatted(property.getMaximum());
    }
}
