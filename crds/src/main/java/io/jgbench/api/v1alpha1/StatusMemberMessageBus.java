package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What one member saw of the workload MessageBus. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusMemberMessageBus(
        @JsonPropertyDescription("Messages that it sent per second, responses included.")
        Long messagesPerSecondOut,

        @JsonPropertyDescription("Bytes that it sent per second, responses included.")
        Long bytesPerSecondOut,

        @JsonPropertyDescription("Responses that it asked for.")
        Long responsesExpected,

        @JsonPropertyDescription("Responses that it got.") Long responses,

        @JsonPropertyDescription("Median time until its responses in microseconds.")
        Long responseP50Micros,

        @JsonPropertyDescription("Other members that it sent to or received from.")
        Integer connections,

        @JsonPropertyDescription("Messages that it could make no sense of, or could not send.")
        Long errors) {}
