package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What one member saw of the workload Datagram. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusMemberDatagram(
        @JsonPropertyDescription("Packets that it published, to all listeners together.")
        Long packetsSent,

        @JsonPropertyDescription("Packets that were sent to it, by all publishers together.")
        Long packetsExpected,

        @JsonPropertyDescription("Packets that arrived, each once.")
        Long packetsReceived,

        @JsonPropertyDescription("Packets that were sent to it and did not arrive.")
        Long packetsMissing,

        @JsonPropertyDescription("Arrivals of packets that had arrived before.")
        Long packetsDuplicated,

        @JsonPropertyDescription("Packets that arrived after a later one of the same publisher.")
        Long packetsOutOfOrder,

        @JsonPropertyDescription("Packets that it published per second.")
        Long packetsSentPerSecond,

        @JsonPropertyDescription(
                "Packets that it received per second, of all publishers together, from the first to the last.")
        Long packetsReceivedPerSecond,

        @JsonPropertyDescription("The publisher with the largest share of packets that did not arrive here.")
        String worstPublisher,

        @JsonPropertyDescription("Packets from worstPublisher that did not arrive, per million that it sent.")
        Long worstLossPpm) {}
