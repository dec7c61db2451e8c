package io.jgbench.api.generate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;

/** Fills in defaults as the API server does before it validates. */
final class Defaults {
    private Defaults() {}

    static JsonNode applied(JSONSchemaProps schema, JsonNode value) {
        if (!(value instanceof ObjectNode object)) {
            return value;
        }
        ObjectNode filled = object.deepCopy();
        schema.getProperties().forEach((name, property) -> {
            JsonNode given = filled.has(name) ? filled.get(name) : property.getDefault();
            if (given != null) {
                filled.set(name, applied(property, given));
            }
        });
        return filled;
    }
}
