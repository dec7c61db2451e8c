package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;

/** What one member saw. A component is null where it is not known. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record StatusMember(
        @Required @Size(max = 63) @JsonPropertyDescription("The member's name.")
        String name,

        @Size(max = 253) @JsonPropertyDescription("The host on which it stands.")
        String node,

        @JsonPropertyDescription("Whether it sends.") Boolean sender,

        @JsonPropertyDescription("Whether it failed or was stopped; its figures are kept, but never averaged.")
        Boolean partial,

        @JsonPropertyDescription("Messages that it sent, with MessageBus without responses.")
        Long messagesSent,

        @JsonPropertyDescription(
                "Messages that it received, each once: with Multicast own ones included, with MessageBus"
                        + " without responses.")
        Long messagesReceived,

        @JsonPropertyDescription("Messages that never reached it.")
        Long messagesLost,

        @JsonPropertyDescription(
                "Messages that it received per second, from its first to its last. With MessageBus the time also"
                        + " includes the wait for the notice that no more follow.")
        Long messagesPerSecond,

        @JsonPropertyDescription("Bytes of messages or packets that it received per second; with Rpc one messageSize a"
                + " request of its own.")
        Long bytesPerSecond,

        @JsonPropertyDescription(
                "In microseconds, with Multicast and Datagram the time from the first message or packet that it"
                        + " received to the last; with Rpc from its start until its last request was done or given up,"
                        + " or until its duration was over; with MessageBus from its start until it had sent its last"
                        + " message and received the last of others.")
        Long elapsedMicros,

        @JsonPropertyDescription("Messages that were sent again.")
        Long retransmissions,

        @JsonPropertyDescription("Datagrams and frames that its host dropped.")
        Long drops,

        @JsonPropertyDescription("What it saw of workload Rpc.")
        StatusMemberRpc rpc,

        @JsonPropertyDescription("What it saw of workload MessageBus.")
        StatusMemberMessageBus messageBus,

        @JsonPropertyDescription("What it saw of workload Datagram.")
        StatusMemberDatagram datagram) {

    /** A member of which nothing is known yet but where it is to stand and whether it sends. */
    public static StatusMember planned(String name, String node, boolean sender) {
        return StatusMemberBuilder.builder()
                .name(name)
                .node(node)
                .sender(sender)
                .build();
    }

    /** The same on a host. */
    public StatusMember withNode(String other) {
        return StatusMemberBuilder.builder(this).node(other).build();
    }
}
