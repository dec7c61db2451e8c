package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.Example;

/** What is sent before the measured part. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "!has(self.messages) || !has(self.until) || self.until == 'Fixed'",
        fieldPath = ".messages",
        message = WarmupSettings.MESSAGES_RULE)
@ValidationRule(
        value = "!has(self.until) || self.until != 'Fixed' || has(self.messages)",
        fieldPath = ".until",
        message = WarmupSettings.FIXED_RULE)
@ValidationRule(
        value = "!has(self.messages) || (!has(self.atLeast) && !has(self.atMost))",
        message = WarmupSettings.STEADY_RULE)
@ValidationRule(
        value = "!has(self.atLeast) || duration(self.atLeast) <= duration(has(self.atMost) ? self.atMost : '"
                + WarmupSettings.DEFAULT_AT_MOST + "')",
        fieldPath = ".atLeast",
        message = WarmupSettings.LIMITS_RULE)
public record WarmupSettings(
        @Example("Steady")
        @JsonPropertyDescription(
                "When the warm-up ends. Steady: when the rates of all members are steady and their just-in-time"
                        + " compilers are quiet. Fixed: after this number of messages. Default: Fixed where messages is"
                        + " given, else Steady.")
        Until until,

        @DurationRange(min = "0s", max = "1h")
        @Example("5s")
        @JsonPropertyDescription("How long a warm-up until Steady lasts at the least. Default: 5s.")
        String atLeast,

        @DurationRange(min = "1s", max = "1h")
        @Example("3m")
        @JsonPropertyDescription("How long a warm-up until Steady lasts at the most; the result says so where the rate"
                + " was not steady by then. It does not count in start.timeout. Default: "
                + WarmupSettings.DEFAULT_AT_MOST
                + ".")
        String atMost,

        @Min(0)
        @Max(BenchmarkRunSpec.MAX_MESSAGES)
        @Example("100000")
        @JsonPropertyDescription("With Fixed: how many messages each sender sends, or requests each member makes with"
                + " workload Rpc; 0 for none. With workload MessageBus it lasts no longer than its duration. With"
                + " workload Datagram: how many packets go to each listener, for at most two seconds.")
        Long messages) {

    /** A number of messages is the other way to say when a warm-up ends. */
    public static final String MESSAGES_RULE = "warmup.messages may only be given where warmup.until is Fixed";

    /** There is no good default. */
    public static final String FIXED_RULE = "warmup.messages is required where warmup.until is Fixed";

    /** A fixed number of messages takes the time that it takes. */
    public static final String STEADY_RULE =
            "warmup.atLeast and warmup.atMost may not be given together with warmup.messages";

    /** Four JVMs on two cores take 45 to 80 s; cores half as fast take twice that. */
    public static final String DEFAULT_AT_MOST = "3m";

    /** A range has its ends in order, also where one of them is not given. */
    public static final String LIMITS_RULE =
            "warmup.atLeast must be at most warmup.atMost, which is " + DEFAULT_AT_MOST + " by default";

    /** Nothing given: all defaults. */
    public static WarmupSettings defaults() {
        return new WarmupSettings(null, null, null, null);
    }

    /** When a warm-up ends. */
    public enum Until {
        /** When the rate is steady and nothing is compiled any more. */
        @JsonProperty("Steady")
        STEADY,
        /** After a number of messages. */
        @JsonProperty("Fixed")
        FIXED
    }
}
