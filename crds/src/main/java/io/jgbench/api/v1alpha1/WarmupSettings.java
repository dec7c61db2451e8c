package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.jgbench.api.schema.Example;

/** What is sent before the measured part. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record WarmupSettings(
        @Min(0)
        @Max(BenchmarkRunSpec.MAX_MESSAGES)
        @Example("100000")
        @JsonPropertyDescription(
                "How many messages each sender sends, or how many requests with workload Rpc, to warm up;"
                        + " 0 for none. Default: a tenth of messages, or as many as requests, at most 100000; 20000 with"
                        + " workload MessageBus, for no longer than its duration. With workload"
                        + " Datagram packets to each listener, of at most two seconds; default: 10000.")
        Long messages) {
    /** Nothing given: all defaults. */
    public static WarmupSettings defaults() {
        return new WarmupSettings(null);
    }
}
