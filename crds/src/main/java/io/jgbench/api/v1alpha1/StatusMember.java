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
                        + " received to the last; with Rpc from its start until its last request was done or given up;"
                        + " with MessageBus from its start until it had sent its last message and received the last of"
                        + " others.")
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

    /** With nothing filled in. */
    public static Builder builder() {
        return new Builder();
    }

    /** A member of which nothing is known yet but where it is to stand and whether it sends. */
    public static StatusMember planned(String name, String node, boolean sender) {
        return builder().name(name).node(node).sender(sender).build();
    }

    /** The same on a host. */
    public StatusMember withNode(String other) {
        return new Builder(this).node(other).build();
    }

    /** Fills the components one by one; one that is not given stays null. */
    public static final class Builder {
        private String name;
        private String node;
        private Boolean sender;
        private Boolean partial;
        private Long messagesSent;
        private Long messagesReceived;
        private Long messagesLost;
        private Long messagesPerSecond;
        private Long bytesPerSecond;
        private Long elapsedMicros;
        private Long retransmissions;
        private Long drops;
        private StatusMemberRpc rpc;
        private StatusMemberMessageBus messageBus;
        private StatusMemberDatagram datagram;

        private Builder() {}

        private Builder(StatusMember known) {
            name = known.name;
            node = known.node;
            sender = known.sender;
            partial = known.partial;
            messagesSent = known.messagesSent;
            messagesReceived = known.messagesReceived;
            messagesLost = known.messagesLost;
            messagesPerSecond = known.messagesPerSecond;
            bytesPerSecond = known.bytesPerSecond;
            elapsedMicros = known.elapsedMicros;
            retransmissions = known.retransmissions;
            drops = known.drops;
            rpc = known.rpc;
            messageBus = known.messageBus;
            datagram = known.datagram;
        }

        /** See {@link StatusMember#name}. */
        public Builder name(String value) {
            name = value;
            return this;
        }

        /** See {@link StatusMember#node}. */
        public Builder node(String value) {
            node = value;
            return this;
        }

        /** See {@link StatusMember#sender}. */
        public Builder sender(Boolean value) {
            sender = value;
            return this;
        }

        /** See {@link StatusMember#partial}. */
        public Builder partial(Boolean value) {
            partial = value;
            return this;
        }

        /** See {@link StatusMember#messagesSent}. */
        public Builder messagesSent(Long value) {
            messagesSent = value;
            return this;
        }

        /** See {@link StatusMember#messagesReceived}. */
        public Builder messagesReceived(Long value) {
            messagesReceived = value;
            return this;
        }

        /** See {@link StatusMember#messagesLost}. */
        public Builder messagesLost(Long value) {
            messagesLost = value;
            return this;
        }

        /** See {@link StatusMember#messagesPerSecond}. */
        public Builder messagesPerSecond(Long value) {
            messagesPerSecond = value;
            return this;
        }

        /** See {@link StatusMember#bytesPerSecond}. */
        public Builder bytesPerSecond(Long value) {
            bytesPerSecond = value;
            return this;
        }

        /** See {@link StatusMember#elapsedMicros}. */
        public Builder elapsedMicros(Long value) {
            elapsedMicros = value;
            return this;
        }

        /** See {@link StatusMember#retransmissions}. */
        public Builder retransmissions(Long value) {
            retransmissions = value;
            return this;
        }

        /** See {@link StatusMember#drops}. */
        public Builder drops(Long value) {
            drops = value;
            return this;
        }

        /** See {@link StatusMember#rpc}. */
        public Builder rpc(StatusMemberRpc value) {
            rpc = value;
            return this;
        }

        /** See {@link StatusMember#messageBus}. */
        public Builder messageBus(StatusMemberMessageBus value) {
            messageBus = value;
            return this;
        }

        /** See {@link StatusMember#datagram}. */
        public Builder datagram(StatusMemberDatagram value) {
            datagram = value;
            return this;
        }

        /** The member. */
        public StatusMember build() {
            return new StatusMember(
                    name,
                    node,
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
}
