package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;

/** The figures of the whole run. A component is null where it was not measured or cannot be known. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record StatusSummary(
        @Size(max = 64)
        @JsonPropertyDescription("The rate of a member for the eye, mean over members, such as 126,480 messages/s.")
        String rate,

        @Size(max = 32) @JsonPropertyDescription("bytesPerSecond for the eye, such as 126.5 MB/s (MB = 10^6 bytes).")
        String throughput,

        @JsonPropertyDescription("Messages received per second by a member, mean over members; with MessageBus those of"
                + " others without responses, mean over the members that are sent to.")
        Long messagesPerSecond,

        @JsonPropertyDescription(
                "Bytes per second of a member, mean over the same members: of messages received, with Rpc one"
                        + " messageSize a request, with Datagram of packets received, mean over listeners.")
        Long bytesPerSecond,

        @JsonPropertyDescription("Sum of the members' message rates.")
        Long clusterMessagesPerSecond,

        @JsonPropertyDescription("Sum of the members' throughputs, bytes per second.")
        Long clusterBytesPerSecond,

        @JsonPropertyDescription("Highest less lowest rate of a member, in thousandths of the mean.")
        Integer memberSpreadPermille,

        @JsonPropertyDescription("Highest less lowest rate of a valid repetition, in thousandths of their median.")
        Integer repetitionSpreadPermille,

        @JsonPropertyDescription("Repetitions that have been done, valid or not.")
        Integer repetitions,

        @JsonPropertyDescription(
                "What the network allows a member at most, in bytes of payload per second; with Multicast and Rpc"
                        + " only, and not said where the line rate of a member's interface is not known or members"
                        + " share a node.")
        Long limitBytesPerSecond,

        @JsonPropertyDescription(
                "bytesPerSecond in thousandths of limitBytesPerSecond; not said where messages were lost.")
        Integer efficiencyPermille,

        @JsonPropertyDescription("Messages sent, all members together.")
        Long messagesSent,

        @JsonPropertyDescription("Messages that had to arrive, all members together.")
        Long messagesExpected,

        @JsonPropertyDescription("Messages that arrived, each once.")
        Long messagesReceived,

        @JsonPropertyDescription("Messages that never arrived.")
        Long messagesLost,

        @JsonPropertyDescription("Arrivals of messages that had arrived before.")
        Long messagesDuplicated,

        @JsonPropertyDescription("Messages that arrived after a later one of the same stream.")
        Long messagesReordered,

        @JsonPropertyDescription(
                "Median time from a member's sending, with targetRate from when a message was due, to what latencyTo"
                        + " says, in microseconds.")
        Long latencyP50Micros,

        @JsonPropertyDescription("90th percentile of that time.")
        Long latencyP90Micros,

        @JsonPropertyDescription("99th percentile of that time.")
        Long latencyP99Micros,

        @JsonPropertyDescription("99.9th percentile of that time.")
        Long latencyP999Micros,

        @JsonPropertyDescription("The longest of those times.")
        Long latencyMaxMicros,

        @Size(max = 16)
        @JsonPropertyDescription(
                "Where those times end: Others, the receipt at other members; Self, the receipt at the sender itself,"
                        + " whose messages do not cross the wire: where there are no others, or the messages have no"
                        + " room for a time stamp.")
        String latencyTo,

        @JsonPropertyDescription(
                "The error of each of those times in microseconds: times to other members are measured on two"
                        + " clocks. A time that is not larger than its error is left out: nothing is known of it but"
                        + " that it was at most twice its error.")
        Long latencyErrorMicros,

        @JsonPropertyDescription("The figures of workload Rpc.")
        StatusRpc rpc,

        @JsonPropertyDescription("The figures of workload MessageBus.")
        StatusMessageBus messageBus,

        @JsonPropertyDescription("The figures of workload Datagram.")
        StatusDatagram datagram) {
    /** {@link #latencyTo}: the receipt at other members. */
    public static final String TO_OTHERS = "Others";
    /** {@link #latencyTo}: the receipt at the sender itself. */
    public static final String TO_SELF = "Self";
}
