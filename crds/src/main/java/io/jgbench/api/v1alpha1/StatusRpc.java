package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;

/** The figures of the workload Rpc. A component is null where it was not measured. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record StatusRpc(
        @JsonPropertyDescription("Requests done per second by a member, mean over members.")
        Long requestsPerSecond,

        @JsonPropertyDescription("Sum of the members' request rates.")
        Long clusterRequestsPerSecond,

        @JsonPropertyDescription("Requests that all members were to make together.")
        Long requests,

        @JsonPropertyDescription("Requests that were answered.")
        Long requestsDone,

        @JsonPropertyDescription("Requests that were not answered in time.")
        Long timeouts,

        @JsonPropertyDescription("Requests that could not be sent or were answered wrongly.")
        Long errors,

        @Size(max = 16)
        @JsonPropertyDescription("From when latencies count: Send, in a closed loop, or IntendedSend, in an open one.")
        String latencyFrom,

        @JsonPropertyDescription("Median time of a read in microseconds.")
        Long readP50Micros,

        @JsonPropertyDescription("90th percentile of a read's time.")
        Long readP90Micros,

        @JsonPropertyDescription("99th percentile of a read's time.")
        Long readP99Micros,

        @JsonPropertyDescription("99.9th percentile of a read's time.")
        Long readP999Micros,

        @JsonPropertyDescription("The longest read.") Long readMaxMicros,

        @JsonPropertyDescription("Median time of a write in microseconds.")
        Long writeP50Micros,

        @JsonPropertyDescription("90th percentile of a write's time.")
        Long writeP90Micros,

        @JsonPropertyDescription("99th percentile of a write's time.")
        Long writeP99Micros,

        @JsonPropertyDescription("99.9th percentile of a write's time.")
        Long writeP999Micros,

        @JsonPropertyDescription("The longest write.") Long writeMaxMicros) {}
