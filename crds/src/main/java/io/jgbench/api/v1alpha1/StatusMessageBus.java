package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;

/** The figures of the workload MessageBus. A component is null where it was not measured. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record StatusMessageBus(
        @JsonPropertyDescription("Messages that a member sent per second, responses included, mean over members.")
        Long messagesPerSecondOut,

        @JsonPropertyDescription("Bytes that a member sent per second, responses included, mean over members.")
        Long bytesPerSecondOut,

        @JsonPropertyDescription("Messages that a member received per second, responses included, mean over members.")
        Long messagesPerSecondIn,

        @JsonPropertyDescription("Bytes that a member received per second, responses included, mean over members.")
        Long bytesPerSecondIn,

        @JsonPropertyDescription("Responses that were asked for.")
        Long responsesExpected,

        @JsonPropertyDescription("Responses that came.") Long responses,

        @Size(max = 16)
        @JsonPropertyDescription("From when latencies count: Send, or IntendedSend where a txRate is asked for.")
        String latencyFrom,

        @JsonPropertyDescription("Mean time until a response in microseconds.")
        Long responseAvgMicros,

        @JsonPropertyDescription("The mean divided by the share of time that senders were not held back.")
        Long responseEffectiveMicros,

        @JsonPropertyDescription("The shortest time until a response.")
        Long responseMinMicros,

        @JsonPropertyDescription("Median time until a response.")
        Long responseP50Micros,

        @JsonPropertyDescription("90th percentile of that time.")
        Long responseP90Micros,

        @JsonPropertyDescription("99th percentile of that time.")
        Long responseP99Micros,

        @JsonPropertyDescription("99.9th percentile of that time.")
        Long responseP999Micros,

        @JsonPropertyDescription("The longest of those times.")
        Long responseMaxMicros,

        @JsonPropertyDescription("Median time until a receipt in microseconds.")
        Long receiptP50Micros,

        @JsonPropertyDescription("99th percentile of that time.")
        Long receiptP99Micros,

        @JsonPropertyDescription(
                "Share of time that sending threads were held back, in thousandths, mean over senders.")
        Integer backlogOutPermille,

        @JsonPropertyDescription(
                "Share of time that received messages had to wait for room, in thousandths, mean over receivers.")
        Integer backlogInPermille,

        @JsonPropertyDescription("Bytes of a sender that were sent and had no receipt, mean over senders and samples.")
        Long backlogOutBytes,

        @JsonPropertyDescription(
                "Bytes that a receiver had received and not processed, mean over receivers and samples.")
        Long backlogInBytes,

        @JsonPropertyDescription("Messages that no receiver could make sense of, or that could not be sent.")
        Long errors) {}
