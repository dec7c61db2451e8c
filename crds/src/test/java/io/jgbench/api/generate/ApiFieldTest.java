package io.jgbench.api.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.jgbench.api.schema.ApiField;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is read from the annotations on one machine is what the API server applies. */
class ApiFieldTest {

    @ParameterizedTest
    @EnumSource
    void rulesReadFromTheTypesAreThoseOfTheDefinition(ApiKind kind) {
        var root = CrdFile.generate(kind)
                .definition()
                .getSpec()
                .getVersions()
                .getFirst()
                .getSchema()
                .getOpenAPIV3Schema();

        compare(kind.spec(), root.getProperties().get("spec"));
    }

    private static void compare(Class<?> type, JSONSchemaProps schema) {
        List<ApiField> fields = ApiField.of(type);
        assertThat(fields)
                .extracting(ApiField::name)
                .hasSameElementsAs(schema.getProperties().keySet());
        for (ApiField field : fields) {
            JSONSchemaProps property = schema.getProperties().get(field.name());
            compare(field, property, schema.getRequired());
            field.nested()
                    .ifPresent(nested ->
                            compare(nested, field.list() ? property.getItems().getSchema() : property));
        }
    }

    private static void compare(ApiField field, JSONSchemaProps property, List<String> required) {
        assertThat(field.required()).as(field.name()).isEqualTo(required.contains(field.name()));
        assertThat(field.defaultText().isPresent()).as(field.name()).isEqualTo(property.getDefault() != null);
        if ("integer".equals(property.getType())) {
            assertThat(field.least()).as(field.name()).isEqualTo(bound(property.getMinimum(), Long.MIN_VALUE));
            assertThat(field.most()).as(field.name()).isEqualTo(bound(property.getMaximum(), Long.MAX_VALUE));
        }
        if (field.type().isEnum()) {
            assertThat(field.words())
                    .hasSameElementsAs(
                            property.getEnum().stream().map(JsonNode::asText).toList());
        }
        if (field.type() == String.class && property.getXKubernetesValidations().isEmpty()) {
            compare(field.textRule(), property);
        }
        if (field.map()) {
            compare(field.entryTextRule(), property.getAdditionalProperties().getSchema());
            assertThat(field.mostEntries()).isEqualTo(property.getMaxProperties());
        }
        if (field.list()) {
            assertThat(field.mostEntries()).isEqualTo(property.getMaxItems());
        }
        if (field.list() && field.nested().isEmpty()) {
            compare(field.entryTextRule(), property.getItems().getSchema());
        }
    }

    private static void compare(ApiField.TextRule rule, JSONSchemaProps property) {
        assertThat(rule.pattern().orElse(null)).isEqualTo(property.getPattern());
        assertThat(rule.minLength()).isEqualTo(property.getMinLength() == null ? 0 : property.getMinLength());
        assertThat(rule.maxLength()).isEqualTo(property.getMaxLength());
    }

    private static long bound(Double bound, long without) {
        return bound == null ? without : bound.longValue();
    }
}
