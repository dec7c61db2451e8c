package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.jgbench.api.schema.Example;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Cells of a suite that are left out. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ExcludeSettings(
        @Required
        @Size(min = 1, max = 8)
        @Example("{members: \"10\", stack: tcp}")
        @JsonPropertyDescription("The values or names of points that such a cell has, by the name of the axis; axes"
                + " that are not named may have any.")
        Map<String, @Size(max = 63) String> where) {

    /** Copies the map. */
    public ExcludeSettings {
        where = where == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(where));
    }
}
