package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.Example;

/** What was measured before and a suite's cells are compared with. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "(has(self.suite) ? 1 : 0) + (has(self.paper) ? 1 : 0) + (has(self.configMapKeyRef) ? 1 : 0) == 1",
        fieldPath = ".suite",
        message = BaselineSettings.SOURCE_RULE)
public record BaselineSettings(
        @Pattern(BenchmarkSuite.NAME_PATTERN)
        @Size(min = 1, max = 24)
        @Example("stacks-2026-10")
        @JsonPropertyDescription(
                "The name of another suite. On one machine that is the folder of that name below" + " --results.")
        String suite,

        @Pattern(BaselineSettings.PAPER_PATTERN)
        @Size(min = 1, max = 64)
        @Example("perfTest2008")
        @JsonPropertyDescription("The name of a published paper. Its figures are of other hardware and stand beside"
                + " those of the suite as shares of the line rate; they are not judged.")
        String paper,

        @Example("{name: kept, key: suite.json}")
        @JsonPropertyDescription("A ConfigMap of the suite's namespace with the suite.json of a suite that was measured"
                + " before, as it is when the suite is over; under binaryData it may be compressed by gzip. On a"
                + " cluster only: on one machine --baseline takes the file.")
        ConfigMapKeyRef configMapKeyRef,

        @Default("unitsPerSecond")
        @Pattern(ThresholdSettings.METRIC_PATTERN)
        @Size(min = 1, max = 64)
        @Example("unitsPerSecond")
        @JsonPropertyDescription("The figure that is compared with the other suite's, by the names that thresholds"
                + " have: a rate, or a time, of which less is faster.")
        String metric,

        @Default("50")
        @Min(1)
        @Max(1000)
        @Example("50")
        @JsonPropertyDescription("The least difference that matters, in thousandths of the baseline's figure.")
        Integer minEffectPermille,

        @Default("99")
        @Min(90)
        @Max(99)
        @Example("99")
        @JsonPropertyDescription("Of intervals and claims, all cells of the suite together.")
        Integer confidencePercent) {

    /** One of three. */
    public static final String SOURCE_RULE = "a baseline must have exactly one of suite, paper and configMapKeyRef";

    /** A word. */
    public static final String PAPER_PATTERN = "^[a-zA-Z][a-zA-Z0-9]*$";
}
