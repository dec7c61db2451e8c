package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.soabase.recordbuilder.core.RecordBuilder;

/** The figures of the workload Datagram. A component is null where it was not measured. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record StatusDatagram(
        @JsonPropertyDescription("Packets received per second by a listener, mean over listeners.")
        Long packetsPerSecond,

        @JsonPropertyDescription("Sum of the listeners' rates.")
        Long clusterPacketsPerSecond,

        @JsonPropertyDescription("Packets sent, all publishers together.")
        Long packetsSent,

        @JsonPropertyDescription("Packets that arrived, each once.")
        Long packetsReceived,

        @JsonPropertyDescription("Packets that did not arrive.")
        Long packetsMissing,

        @JsonPropertyDescription("Arrivals of packets that had arrived before.")
        Long packetsDuplicated,

        @JsonPropertyDescription("Packets that arrived after a later one of the same publisher.")
        Long packetsOutOfOrder,

        @JsonPropertyDescription(
                "How many packets late a packet out of order arrived, on average, in thousandths of a packet.")
        Long averageOffsetMilli,

        @JsonPropertyDescription("Packets received in millionths of those sent.")
        Long successPpm,

        @JsonPropertyDescription("The highest loss between two members, in millionths of what was sent.")
        Long worstLossPpm,

        @JsonPropertyDescription(
                "Slots of 10 ms in which a publisher kept its rate within 5 %, in thousandths; only where a rate is"
                        + " asked for.")
        Integer slotsWithinRatePermille,

        @JsonPropertyDescription("What a search found: bytes per second of each publisher, over all its listeners.")
        Long highestBytesPerSecond) {}
