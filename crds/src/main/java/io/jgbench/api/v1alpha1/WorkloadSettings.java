package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.Example;
import io.soabase.recordbuilder.core.RecordBuilder;

/** A union: the type, and the block that goes with it, which may be left out. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "!has(self.multicast) || self.type == 'Multicast'",
        fieldPath = ".multicast",
        message = WorkloadSettings.MULTICAST_RULE)
@ValidationRule(value = "!has(self.rpc) || self.type == 'Rpc'", fieldPath = ".rpc", message = WorkloadSettings.RPC_RULE)
@ValidationRule(
        value = "!has(self.messageBus) || self.type == 'MessageBus'",
        fieldPath = ".messageBus",
        message = WorkloadSettings.MESSAGE_BUS_RULE)
@ValidationRule(
        value = "!has(self.datagram) || self.type == 'Datagram'",
        fieldPath = ".datagram",
        message = WorkloadSettings.DATAGRAM_RULE)
@RecordBuilder
public record WorkloadSettings(
        @Default("Multicast")
        @Example("Multicast")
        @JsonPropertyDescription("Which workload. Multicast: every sender sends its messages to all members, itself"
                + " included. Rpc: every member makes requests to random others and waits for their answers."
                + " MessageBus: streams of messages from member to member, with sampled responses, or requests and"
                + " responses."
                + " Datagram: publishers send numbered UDP packets, listeners count what arrives.")
        Type type,

        @Example("{senderThreads: 1}") @JsonPropertyDescription("The details of type Multicast.")
        MulticastSettings multicast,

        @Example("{requests: 20000}") @JsonPropertyDescription("The details of type Rpc.")
        RpcSettings rpc,

        @Example("{duration: 10s}") @JsonPropertyDescription("The details of type MessageBus.")
        MessageBusSettings messageBus,

        @Example("{rate: 10M, duration: 10s}") @JsonPropertyDescription("The details of type Datagram.")
        DatagramSettings datagram) {

    /** A block of another type would be ignored. */
    public static final String MULTICAST_RULE = "workload.multicast may only be given where workload.type is Multicast";

    /** A block of another type would be ignored. */
    public static final String RPC_RULE = "workload.rpc may only be given where workload.type is Rpc";

    /** A block of another type would be ignored. */
    public static final String MESSAGE_BUS_RULE =
            "workload.messageBus may only be given where workload.type is MessageBus";

    /** A block of another type would be ignored. */
    public static final String DATAGRAM_RULE = "workload.datagram may only be given where workload.type is Datagram";

    /** Nothing given: all defaults. */
    public static WorkloadSettings defaults() {
        return WorkloadSettingsBuilder.builder().build();
    }

    /** The workloads there are. */
    public enum Type {
        /** Every sender sends to all. */
        @JsonProperty("Multicast")
        MULTICAST("Multicast"),
        /** Every member calls random others. */
        @JsonProperty("Rpc")
        RPC("Rpc"),
        /** Streams of messages from member to member. */
        @JsonProperty("MessageBus")
        MESSAGE_BUS("MessageBus"),
        /** Publishers send numbered packets, listeners count. */
        @JsonProperty("Datagram")
        DATAGRAM("Datagram");

        private final String label;

        Type(String label) {
            this.label = label;
        }

        /** The type as a run file has it. */
        public String label() {
            return label;
        }
    }
}
