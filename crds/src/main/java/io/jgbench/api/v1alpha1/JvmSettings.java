package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.jgbench.api.schema.Example;
import java.util.List;

/** The members' JVMs. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record JvmSettings(
        @Size(max = 64)
        @Example("[-Xms1g, -Xmx1g]")
        @JsonPropertyDescription("Options of each member's JVM, in order; each begins with '-'. Default: none beside"
                + " jgbench's own, among them the serial collector (-XX:+UseSerialGC) unless one of these names"
                + " another.")
        List<@Size(min = 2, max = 1024) @Pattern("^-.+$") String> options) {

    /** Copies the options. */
    public JvmSettings {
        options = options == null ? List.of() : List.copyOf(options);
    }

    /** Nothing given: all defaults. */
    public static JvmSettings defaults() {
        return new JvmSettings(null);
    }
}
