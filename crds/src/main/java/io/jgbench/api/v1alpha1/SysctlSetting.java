package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.jgbench.api.schema.Example;

/**
 * A kernel parameter. Only those of the network are allowed: with others, such as {@code kernel.core_pattern}, anybody
 * who may create a run could take over the host.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SysctlSetting(
        @Required
        @Pattern(SysctlSetting.NAME_PATTERN)
        @Size(min = 5, max = 253)
        @Example("net.core.netdev_max_backlog")
        @JsonPropertyDescription("Its name as sysctl has it; one that begins with net.")
        String name,

        @Required
        @Pattern(SysctlSetting.VALUE_PATTERN)
        @Size(min = 1, max = 253)
        @Example("\"5000\"")
        @JsonPropertyDescription("Its value; several words are separated by blanks.")
        String value) {

    /** Only letters, digits, '-' and '_' between the dots, so that a name cannot lead out of its folder. */
    public static final String NAME_PATTERN = "^net(\\.[a-zA-Z0-9_-]+)+$";

    /** Words or numbers. */
    public static final String VALUE_PATTERN = "^[-a-zA-Z0-9_.]+([ \\t]+[-a-zA-Z0-9_.]+)*$";
}
