package io.jgbench.api.generate;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRule;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRuleBuilder;
import io.jgbench.api.schema.ApiField;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.Example;
import io.jgbench.api.schema.ListMapKey;
import io.jgbench.api.schema.Mutable;
import io.jgbench.api.schema.QuantityRange;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Puts into the generated definition what the annotations in {@code io.jgbench.api.schema} say. */
final class SchemaExtras {
    private static final YAMLMapper YAML = new YAMLMapper();

    private SchemaExtras() {}

    static CustomResourceDefinition applyTo(ApiKind kind, CustomResourceDefinition definition) {
        var version = definition.getSpec().getVersions().getFirst();
        List<String> columns = Stream.of(kind.type().getAnnotationsByType(AdditionalPrinterColumn.class))
                .map(AdditionalPrinterColumn::name)
                .toList();
        version.getAdditionalPrinterColumns()
                .sort(Comparator.comparingInt(
                        (CustomResourceColumnDefinition column) -> columns.indexOf(column.getName())));
        JSONSchemaProps root = version.getSchema().getOpenAPIV3Schema();
        root.setRequired(List.of("spec"));
        root.setDescription(description(kind.type()));
        JSONSchemaProps spec = root.getProperties().get("spec");
        spec.setDescription(description(kind.spec()));
        apply(kind.spec(), spec);
        kind.status().ifPresent(type -> {
            JSONSchemaProps status = root.getProperties().get("status");
            status.setDescription(description(type));
            apply(type, status);
        });
        addImmutability(kind, spec);
        return definition;
    }

    private static void apply(Class<?> type, JSONSchemaProps schema) {
        Map<String, JSONSchemaProps> inOrder = new LinkedHashMap<>();
        for (ApiField field : ApiField.of(type)) {
            JSONSchemaProps property = schema.getProperties().get(field.name());
            apply(field, property);
            field.nested().ifPresent(nested -> apply(nested, field.list() ? items(property) : property));
            inOrder.put(field.name(), property);
        }
        schema.setProperties(inOrder);
    }

    private static String description(Class<?> type) {
        return type.getAnnotation(JsonClassDescription.class).value();
    }

    private static JSONSchemaProps items(JSONSchemaProps list) {
        return list.getItems().getSchema();
    }

    private static void apply(ApiField field, JSONSchemaProps property) {
        field.annotation(Example.class).ifPresent(example -> property.setExample(node(example.value())));
        field.annotation(ListMapKey.class).ifPresent(key -> {
            property.setXKubernetesListType("map");
            property.setXKubernetesListMapKeys(List.of(key.value()));
        });
        field.annotation(DurationRange.class).ifPresent(range -> {
            property.setPattern(DurationRange.PATTERN);
            property.setMaxLength(32L);
            property.getXKubernetesValidations().add(durationRule(range));
        });
        field.annotation(QuantityRange.class).ifPresent(range -> {
            property.setType(null);
            property.setXKubernetesIntOrString(true);
            property.setAnyOf(List.of(typed("integer"), typed("string")));
            property.setPattern(QuantityRange.PATTERN);
            property.setMaxLength(20L);
            property.setMinimum((double) range.minBytes());
            property.setMaximum((double) range.maxBytes());
            property.getXKubernetesValidations().add(quantityRule(range));
        });
    }

    private static JSONSchemaProps typed(String type) {
        return new JSONSchemaPropsBuilder().withType(type).build();
    }

    private static ValidationRule durationRule(DurationRange range) {
        return new ValidationRuleBuilder()
                .withRule("duration(self) >= duration('%s') && duration(self) <= duration('%s')"
                        .formatted(range.min(), range.max()))
                .withMessage("must be between %s and %s".formatted(range.min(), range.max()))
                .build();
    }

    private static ValidationRule quantityRule(QuantityRange range) {
        return new ValidationRuleBuilder()
                .withRule(("type(self) == int || (quantity(self).compareTo(quantity('%d')) >= 0"
                                + " && quantity(self).compareTo(quantity('%d')) <= 0)")
                        .formatted(range.minBytes(), range.maxBytes()))
                .withMessage("must be between %d and %d bytes".formatted(range.minBytes(), range.maxBytes()))
                .build();
    }

    /**
     * What defines an object never changes: a result would no longer belong to the spec beside it. A rule that fails on
     * a stored object which lacks a required field would have the API server refuse each change of that object, the
     * removal of a finalizer among them; so no field is taken to be there.
     */
    private static void addImmutability(ApiKind kind, JSONSchemaProps spec) {
        for (ApiField field : ApiField.of(kind.spec())) {
            if (field.annotation(Mutable.class).isEmpty()) {
                spec.getXKubernetesValidations().add(immutable(kind, field.name()));
            }
        }
    }

    private static ValidationRule immutable(ApiKind kind, String name) {
        return new ValidationRuleBuilder()
                .withRule("has(self.%1$s) == has(oldSelf.%1$s) && (!has(self.%1$s) || self.%1$s == oldSelf.%1$s)"
                        .formatted(name))
                .withFieldPath("." + name)
                .withMessage("%s defines the %s and never changes; make another %s"
                        .formatted(name, kind.noun(), kind.type().getSimpleName()))
                .build();
    }

    private static JsonNode node(String yaml) {
        try {
            return YAML.readTree(yaml);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not YAML: " + yaml, e);
        }
    }
}
