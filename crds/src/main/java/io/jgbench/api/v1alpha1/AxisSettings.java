package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.Example;
import java.util.List;

/** One thing that is varied: either one field of the template with its values, or points that set several fields. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "has(self.path) != has(self.points)",
        fieldPath = ".path",
        message = AxisSettings.PATH_OR_POINTS_RULE)
@ValidationRule(value = "has(self.path) == has(self.values)", fieldPath = ".values", message = AxisSettings.VALUES_RULE)
public record AxisSettings(
        @Required
        @Pattern(AxisSettings.NAME_PATTERN)
        @Size(min = 1, max = 20)
        @Example("stack")
        @JsonPropertyDescription("What the axis is called in tables and cells.")
        String name,

        @Pattern(AxisSettings.PATH_PATTERN)
        @Size(min = 1, max = 64)
        @Example("stack.name")
        @JsonPropertyDescription("The field of the template that is varied. It lies in one of members, senders,"
                + " messages, duration, messageSize, stack, transport, workload, warmup, tuning, start, preflight, jvm,"
                + " jgroups and stallTimeout, and holds no objects. In a list of texts, such as jvm.options, blanks"
                + " separate the entries.")
        String path,

        @Size(min = 1, max = 64)
        @Example("[udp, tcp]")
        @JsonPropertyDescription("Its values as texts; quote what looks like a number or a boolean.")
        List<@Size(min = 1, max = 63) String> values,

        @Size(min = 1, max = 64)
        @Example("[{name: small, values: {messageSize: 1k, messages: \"100000\"}}]")
        @JsonPropertyDescription("Instead of path and values: points at which several fields move together.")
        List<AxisPoint> points) {

    /** A word. */
    public static final String NAME_PATTERN = "^[a-zA-Z][a-zA-Z0-9]*$";

    /** What defines what is measured; not where, how often or what is kept. */
    public static final String PATH_PATTERN =
            "^(members|senders|messages|duration|messageSize|stack|transport|workload|warmup|tuning|start|preflight|jvm"
                    + "|jgroups|stallTimeout)(\\.[a-zA-Z]+)*$";

    /** One of two ways. */
    public static final String PATH_OR_POINTS_RULE = "an axis must have exactly one of path and points";

    /** They belong together. */
    public static final String VALUES_RULE = "an axis must have values where it has a path, and only there";

    /** Copies the lists. */
    public AxisSettings {
        values = values == null ? List.of() : List.copyOf(values);
        points = points == null ? List.of() : List.copyOf(points);
    }
}
