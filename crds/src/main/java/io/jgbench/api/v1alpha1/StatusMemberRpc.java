package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What one member saw of the workload Rpc. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusMemberRpc(
        @JsonPropertyDescription("Requests of its own that were answered.")
        Long requestsDone,

        @JsonPropertyDescription("Requests of its own done per second.")
        Long requestsPerSecond,

        @JsonPropertyDescription("Requests of its own that were not answered in time.")
        Long timeouts,

        @JsonPropertyDescription("Requests of its own that could not be sent or were answered wrongly.")
        Long errors,

        @JsonPropertyDescription("Calls of others, and of itself where it is alone, that it answered.")
        Long callsServed) {}
