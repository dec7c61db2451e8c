package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.Example;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which cells of a suite are compared with each other, round by round. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "self.a.all(axis, axis in self.b) && self.b.all(axis, axis in self.a)",
        fieldPath = ".b",
        message = CompareSettings.SAME_AXES_RULE)
@ValidationRule(value = "self.a != self.b", fieldPath = ".b", message = CompareSettings.DIFFER_RULE)
public record CompareSettings(
        @Required
        @Size(min = 1, max = 8)
        @Example("{stack: udp}")
        @JsonPropertyDescription(
                "The reference cells of the comparison: their values or names of points, by the name of the axis.")
        Map<String, @Size(max = 63) String> a,

        @Required
        @Size(min = 1, max = 8)
        @Example("{stack: tcp}")
        @JsonPropertyDescription("The cells that the answer is about, by the same axes as a. Each is compared with the"
                + " cell of a that has the same values on all other axes.")
        Map<String, @Size(max = 63) String> b,

        @Default("unitsPerSecond")
        @Pattern(ThresholdSettings.METRIC_PATTERN)
        @Size(min = 1, max = 64)
        @Example("unitsPerSecond")
        @JsonPropertyDescription("The figure that is compared, by the names that thresholds have: a rate, or a time,"
                + " of which less is faster. What is lost or counted is not compared; write a threshold.")
        String metric,

        @Default("50")
        @Min(1)
        @Max(1000)
        @Example("50")
        @JsonPropertyDescription("The least difference that matters, in thousandths of the figure of a.")
        Integer minEffectPermille,

        @Default("99")
        @Min(90)
        @Max(99)
        @Example("99")
        @JsonPropertyDescription(
                "The confidence of intervals and claims in percent, for all comparisons of the suite together.")
        Integer confidencePercent) {

    /** Cells that differ in further axes would differ for further reasons. */
    public static final String SAME_AXES_RULE = "compare.a and compare.b must name the same axes";

    /** A cell does not differ from itself. */
    public static final String DIFFER_RULE = "compare.a and compare.b must differ";

    /** Copies the maps. */
    public CompareSettings {
        a = copy(a);
        b = copy(b);
    }

    private static Map<String, String> copy(Map<String, String> where) {
        return where == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(where));
    }
}
