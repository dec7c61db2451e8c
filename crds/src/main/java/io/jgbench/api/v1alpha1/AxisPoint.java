package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.jgbench.api.schema.Example;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** One place on an axis on which several fields of the template move together. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record AxisPoint(
        @Required
        @Pattern(AxisPoint.NAME_PATTERN)
        @Size(min = 1, max = 32)
        @Example("small")
        @JsonPropertyDescription("What it is called in tables and cells.")
        String name,

        @Required
        @Size(min = 1, max = 16)
        @Example("{messageSize: 1k, messages: \"100000\"}")
        @JsonPropertyDescription("Values as texts, by the path of the field, of the same paths as an axis has.")
        Map<String, @Size(max = 4096) String> values) {

    /** Words as the values of other axes have them. */
    public static final String NAME_PATTERN = "^[A-Za-z0-9]([-A-Za-z0-9._]*[A-Za-z0-9])?$";

    /** Copies the map. */
    public AxisPoint {
        values = values == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
