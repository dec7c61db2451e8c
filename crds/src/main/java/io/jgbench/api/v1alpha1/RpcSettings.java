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

/** How the Rpc workload calls: UnicastTestRpcDist's settings, and how the load is offered. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(value = "!has(self.requests) || !has(self.duration)", message = RpcSettings.LENGTH_RULE)
@ValidationRule(value = "!has(self.arrivals) || has(self.targetRate)", fieldPath = ".arrivals", message = Arrivals.RULE)
@RecordBuilder
public record RpcSettings(
        @Min(1)
        @Max(BenchmarkRunSpec.MAX_MESSAGES)
        @Example("20000")
        @JsonPropertyDescription(
                "How many requests each member makes while measured. Default: 20000, where no duration is" + " given.")
        Long requests,

        @DurationRange(min = "100ms", max = "24h")
        @Example("20s")
        @JsonPropertyDescription("How long each member begins requests while measured, instead of requests.")
        String duration,

        @Default("2")
        @Min(1)
        @Max(16)
        @Example("2")
        @JsonPropertyDescription(
                "Number of random other members that a write is sent to in parallel; all of them if there are fewer."
                        + " It is done when all have answered. A read asks one. A member that is alone calls itself.")
        Integer targets,

        @Default("80")
        @Min(0)
        @Max(100)
        @Example("80")
        @JsonPropertyDescription(
                "Percentage of requests that are reads: a small request, answered with messageSize bytes."
                        + " The others are writes: messageSize bytes, and a small answer.")
        Integer readPercent,

        @Default("100")
        @Min(1)
        @Max(4096)
        @Example("100")
        @JsonPropertyDescription(
                "Callers of each member, each of which has one request under way at a time. The default"
                        + " is that of JGroups' UPerf; UnicastTestRpcDist had 25.")
        Integer concurrency,

        @Min(1)
        @Max(10_000_000)
        @Example("5000")
        @JsonPropertyDescription("Requests per second that each member begins: an open loop, whose latencies count from"
                + " when a request should have begun. Default: a closed loop, in which each caller begins the"
                + " next request when it has the answer, and latencies count from the sending.")
        Integer targetRate,

        @Example("Poisson") @JsonPropertyDescription(Arrivals.DESCRIPTION)
        Arrivals arrivals,

        @Default("10s")
        @DurationRange(min = "10ms", max = "10m")
        @Example("10s")
        @JsonPropertyDescription("How long an answer may take; after that the request is counted as timed out.")
        String requestTimeout,

        @Default("1s")
        @DurationRange(min = "10ms", max = "1h")
        @Example("1s")
        @JsonPropertyDescription("Time between two samples of the time series.")
        String logInterval) {
    /** One says how long. */
    public static final String LENGTH_RULE = "workload.rpc must have at most one of requests and duration";

    /** How many requests are made where nothing is said. */
    public static final long DEFAULT_REQUESTS = 20_000;

    /** Nothing given: all defaults. */
    public static RpcSettings defaults() {
        return RpcSettingsBuilder.builder().build();
    }
}
