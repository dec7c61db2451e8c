package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** What one member saw. A component is null where it is not known. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusMember(
        @Required @Size(max = 63) @JsonPropertyDescription("The member's name.")
        String name,

        @Size(max = 253) @JsonPropertyDescription("The host on which it stands.")
        String node,

        @JsonPropertyDescription("Whether it sends.") Boolean sender,

        @JsonPropertyDescription("Whether it failed or was stopped; its figures are kept, but never averaged.")
        Boolean partial,

        @JsonPropertyDescription("Messages that it sent.") Long messagesSent,

        @JsonPropertyDescription("Messages that it received, each once, own ones included.")
        Long messagesReceived,

        @JsonPropertyDescription("Messages that never reached it.")
        Long messagesLost,

        @JsonPropertyDescription("Messages that it received per second, from its first to its last.")
        Long messagesPerSecond,

        @JsonPropertyDescription("Bytes of messages that it received per second.")
        Long bytesPerSecond,

        @JsonPropertyDescription("Time from its first to its last message, in microseconds.")
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
        return new StatusMember(
                name, node, sender, null, null, null, null, null, null, null, null, null, null, null, null);
    }

    /** The same on a host. */
    public StatusMember withNode(String other) {
        return new StatusMember(
                name,
                other,
                sender,
                partial,
                messagesSent,
                messagesReceived,
                messagesLost,
                messagesPerSecond,
                bytesPerSecond,
                elapsedMicros,
                retransmissions,
                drops,
                rpc,
                messageBus,
                datagram);
    }
}
