package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.Example;
import io.jgbench.api.schema.Mutable;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * What the user declares of a suite. Every component but {@code template} may be null; the meaning, range and default
 * of each stand in its description.
 */
@JsonClassDescription(
        "What the user declares. Never changes once the object is made, but for rounds, thresholds, compare,"
                + " baseline, budget, suspend and retention.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "!has(self.template.repetitions) || self.template.repetitions == 1",
        fieldPath = ".template",
        message = BenchmarkSuiteSpec.REPETITIONS_RULE)
@ValidationRule(
        value = "!has(self.template.suspend) || !self.template.suspend",
        fieldPath = ".template",
        message = BenchmarkSuiteSpec.SUSPEND_RULE)
@ValidationRule(
        value = "!has(self.template.cancel) || !self.template.cancel",
        fieldPath = ".template",
        message = BenchmarkSuiteSpec.CANCEL_RULE)
@ValidationRule(
        value = "!has(self.template.retention) || !has(self.template.retention.ttlAfterFinished)",
        fieldPath = ".template",
        message = BenchmarkSuiteSpec.TIME_TO_LIVE_RULE)
@RecordBuilder
public record BenchmarkSuiteSpec(
        @Required
        @Example("{members: 4, messages: 100000, messageSize: 1k}")
        @JsonPropertyDescription("The run that is varied: a BenchmarkRun's spec, which is valid as it stands.")
        BenchmarkRunSpec template,

        @Size(max = 8)
        @Example("[{name: stack, path: stack.name, values: [udp, tcp]}]")
        @JsonPropertyDescription(
                "What is varied. A cell is one combination of all axes' values. Default: one cell, the template.")
        List<AxisSettings> axes,

        @Size(max = 64)
        @Example("[{where: {members: \"10\", stack: tcp}}]")
        @JsonPropertyDescription("Cells that are left out.")
        List<ExcludeSettings> exclude,

        @Mutable
        @Default("10")
        @Min(1)
        @Max(BenchmarkSuiteSpec.MAX_ROUNDS)
        @Example("10")
        @JsonPropertyDescription("How often each cell is measured, each time with fresh JVMs. 6 is the least for an"
                + " interval of 95 %; 8 for one comparison at 99 %, 9 for two, 10 for five. May change at any time.")
        Integer rounds,

        @Default("Interleaved")
        @Example("Interleaved")
        @JsonPropertyDescription("Interleaved: a round visits each cell once, in random order, so that a slow hour"
                + " hits all alike. Sequential: all rounds of a cell, then the next cell.")
        Order order,

        @Default("1")
        @Min(0)
        @Example("42")
        @JsonPropertyDescription("The random order follows from it: the same seed gives the same order.")
        Long seed,

        @Default("{}")
        @Example("{retries: 1}")
        @JsonPropertyDescription("What follows where a visit gives no valid figures.")
        OnInvalidSettings onInvalid,

        @Mutable
        @Size(max = 32)
        @Example("[{metric: bytesPerSecond, where: {stack: udp}, min: 50M, of: LowerBound}]")
        @JsonPropertyDescription("What figures must be at least or at most. May change at any time.")
        List<ThresholdSettings> thresholds,

        @Mutable
        @Example("{a: {stack: udp}, b: {stack: tcp}}")
        @JsonPropertyDescription("Which cells are compared with each other, round by round. May change at any time.")
        CompareSettings compare,

        @Mutable
        @Example("{suite: stacks-2026-10}")
        @JsonPropertyDescription("An earlier measurement with which the cells are compared. May change at any time.")
        BaselineSettings baseline,

        @Mutable
        @DurationRange(min = "1m", max = "8760h")
        @Example("6h")
        @JsonPropertyDescription("How long all visits may take together: none begins that would probably exceed it."
                + " Default: any time; on a cluster the longest that its admin allows. May change at any time.")
        String budget,

        @Mutable
        @Default("false")
        @Example("false")
        @JsonPropertyDescription("No further visit begins until it is set to false. May change at any time.")
        Boolean suspend,

        @Mutable
        @Default("{}")
        @Example("{runs: 20}")
        @JsonPropertyDescription("What is kept on a cluster beside the digests. May change at any time.")
        SuiteRetentionSettings retention) {

    /** The most rounds. */
    public static final int MAX_ROUNDS = 1000;

    /** Two ways of repeating would be mixed up. */
    public static final String REPETITIONS_RULE = "template.repetitions must be 1: rounds say how often a cell is run";

    /** Each run would wait for a person. */
    public static final String SUSPEND_RULE = "template.suspend may not be true: suspend holds the whole suite";

    /** No visit would measure anything. */
    public static final String CANCEL_RULE = "template.cancel may not be true: each run would end before it begins";

    /** A run that goes by itself could be gone before its digest is stored. */
    public static final String TIME_TO_LIVE_RULE =
            "template.retention.ttlAfterFinished may not be given: retention says which runs of the suite stay";

    /** Copies the lists. */
    public BenchmarkSuiteSpec {
        axes = axes == null ? List.of() : List.copyOf(axes);
        exclude = exclude == null ? List.of() : List.copyOf(exclude);
        thresholds = thresholds == null ? List.of() : List.copyOf(thresholds);
    }

    /** In which order cells are visited. */
    public enum Order {
        /** Each round visits each cell once. */
        @JsonProperty("Interleaved")
        INTERLEAVED,
        /** One cell after the other. */
        @JsonProperty("Sequential")
        SEQUENTIAL
    }
}
