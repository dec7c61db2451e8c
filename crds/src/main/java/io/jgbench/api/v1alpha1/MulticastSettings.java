package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.Example;
import io.soabase.recordbuilder.core.RecordBuilder;

/** How the Multicast workload sends and what it samples. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(value = "!has(self.arrivals) || has(self.targetRate)", fieldPath = ".arrivals", message = Arrivals.RULE)
@RecordBuilder
public record MulticastSettings(
        @Default(MulticastSettings.DEFAULT_SENDER_THREADS)
        @Min(1)
        @Max(64)
        @Example(MulticastSettings.DEFAULT_SENDER_THREADS)
        @JsonPropertyDescription("Threads that share the messages of one sender; the order of each thread's"
                + " messages is checked by itself.")
        Integer senderThreads,

        @Default("1s")
        @DurationRange(min = "10ms", max = "1h")
        @Example("1s")
        @JsonPropertyDescription("Time between two samples of the time series.")
        String logInterval,

        @Default("0s")
        @DurationRange(min = "0s", max = "1m")
        @Example("0s")
        @JsonPropertyDescription("Time that a receiver spends with each message.")
        String processingDelay,

        @Min(0)
        @Max(1_000_000_000)
        @Example("128")
        @JsonPropertyDescription("One in this number of messages of a stream is timed: until other members have it"
                + " (delivery) and until it is back at its own sender (loopback). 0 for none. Default: 128, and for"
                + " messages larger than 1000 bytes one in 128000 bytes.")
        Integer latencySampleInterval,

        @Min(1)
        @Max(10_000_000)
        @Example("5000")
        @JsonPropertyDescription(
                "Messages per second that each sender sends: an open loop, whose latencies count from when a message"
                        + " should have been sent. Default: as many as the transport takes.")
        Integer targetRate,

        @Example("Poisson") @JsonPropertyDescription(Arrivals.DESCRIPTION)
        Arrivals arrivals) {

    /** The one place that says how many threads a sender has where the run does not. */
    public static final String DEFAULT_SENDER_THREADS = "1";

    /** Nothing given: all defaults. */
    public static MulticastSettings defaults() {
        return MulticastSettingsBuilder.builder().build();
    }
}
