package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.Example;
import io.jgbench.api.schema.QuantityRange;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a figure of some cells of a suite must be at least or at most. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(value = "has(self.min) != has(self.max)", fieldPath = ".min", message = ThresholdSettings.LIMIT_RULE)
public record ThresholdSettings(
        @Required
        @Pattern(ThresholdSettings.METRIC_PATTERN)
        @Size(min = 1, max = 64)
        @Example("bytesPerSecond")
        @JsonPropertyDescription("A number of a run's status.summary, such as bytesPerSecond, latencyP99Micros or"
                + " rpc.readP99Micros; unitsPerSecond, the rate in the workload's unit of work; startSkewMicros; or"
                + " warmupMillis, the warm-up of the slowest member.")
        String metric,

        @Size(max = 8)
        @Example("{size: 1k}")
        @JsonPropertyDescription("The cells that it is for: the values or names of points that they have, by the name"
                + " of the axis. Default: all cells.")
        Map<String, @Size(max = 63) String> where,

        @QuantityRange(minBytes = 0, maxBytes = ThresholdSettings.MOST)
        @Example("50M")
        @JsonPropertyDescription("What the figure must be at least; 50M is 50,000,000.")
        ByteQuantity min,

        @QuantityRange(minBytes = 0, maxBytes = ThresholdSettings.MOST)
        @Example("5k")
        @JsonPropertyDescription("What the figure must be at most; 5k is 5000.")
        ByteQuantity max,

        @Example("LowerBound")
        @JsonPropertyDescription("The statistic that is compared with min or max: the median over the rounds, a bound"
                + " of its interval of 95 %, which takes 6 rounds, or the lowest or highest of all rounds (Min, Max)."
                + " Default for rates and times: the stricter bound, LowerBound with min and UpperBound with max."
                + " Default for losses and counts: the worst round, Min with min and Max with max.")
        Statistic of) {

    /** The largest threshold. */
    public static final long MOST = 1_000_000_000_000_000L;

    /** Words with points between them, as a digest names its figures. */
    public static final String METRIC_PATTERN = "^[a-zA-Z][a-zA-Z0-9]*(\\.[a-zA-Z][a-zA-Z0-9]*)?$";

    /** One of two ways. */
    public static final String LIMIT_RULE = "a threshold must have exactly one of min and max";

    /** Copies the map. */
    public ThresholdSettings {
        where = where == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(where));
    }

    /** What of a figure over the rounds is held against a threshold. */
    public enum Statistic {
        /** The lower bound of its interval. */
        @JsonProperty("LowerBound")
        LOWER_BOUND("lower bound"),
        /** The median over the rounds. */
        @JsonProperty("Median")
        MEDIAN("median"),
        /** The upper bound of its interval. */
        @JsonProperty("UpperBound")
        UPPER_BOUND("upper bound"),
        /** The lowest of all rounds. */
        @JsonProperty("Min")
        MIN("minimum"),
        /** The highest of all rounds. */
        @JsonProperty("Max")
        MAX("maximum");

        private final String words;

        Statistic(String words) {
            this.words = words;
        }

        /** Whether it takes an interval, of which few rounds have none. */
        public boolean isBound() {
            return this == LOWER_BOUND || this == UPPER_BOUND;
        }

        /** In a sentence. */
        public String inWords() {
            return words;
        }
    }
}
