package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.Example;
import io.jgbench.api.schema.Mutable;
import io.jgbench.api.schema.QuantityRange;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What the user declares. Every component but {@code members} and {@code messageSize} may be null;
 * the meaning, range and default of each stand in its description.
 */
@JsonClassDescription(
        "What the user declares. Never changes once the object is made, but for suspend, cancel and retention.")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "!has(self.senders) || self.senders <= self.members",
        fieldPath = ".senders",
        message = BenchmarkRunSpec.SENDERS_RULE)
@ValidationRule(
        value = "!has(self.senders) || !has(self.workload) || self.workload.type == 'Multicast'",
        fieldPath = ".senders",
        message = BenchmarkRunSpec.SENDERS_MULTICAST_RULE)
@ValidationRule(
        value = "has(self.messages) != has(self.duration) || (has(self.workload) && self.workload.type != 'Multicast')",
        message = BenchmarkRunSpec.MESSAGES_RULE)
@ValidationRule(
        value = "!has(self.duration) || !has(self.workload) || self.workload.type == 'Multicast'",
        fieldPath = ".duration",
        message = BenchmarkRunSpec.DURATION_RULE)
@ValidationRule(
        value = "!has(self.messages) || !has(self.workload) || self.workload.type != 'Rpc'",
        fieldPath = ".messages",
        message = BenchmarkRunSpec.MESSAGES_RPC_RULE)
@ValidationRule(
        value = "!has(self.messages) || !has(self.workload) || self.workload.type != 'MessageBus'",
        fieldPath = ".messages",
        message = BenchmarkRunSpec.MESSAGES_MESSAGE_BUS_RULE)
@ValidationRule(
        value = "!has(self.workload) || !has(self.workload.messageBus) || ((!has(self.workload.messageBus.senders) ||"
                + " self.workload.messageBus.senders <= self.members) &&"
                + " (!has(self.workload.messageBus.receivers) || self.workload.messageBus.receivers <="
                + " self.members))",
        fieldPath = ".workload.messageBus",
        message = BenchmarkRunSpec.MESSAGE_BUS_PEERS_RULE)
@ValidationRule(
        value = "!has(self.workload) || !has(self.workload.messageBus) || !self.workload.messageBus.relay"
                + " || (has(self.workload.messageBus.senders) && has(self.workload.messageBus.receivers)"
                + " && self.workload.messageBus.receivers >= 2"
                + " && self.workload.messageBus.senders + self.workload.messageBus.receivers <= self.members)",
        fieldPath = ".workload.messageBus.relay",
        message = BenchmarkRunSpec.MESSAGE_BUS_RELAY_RULE)
@ValidationRule(
        value = "!has(self.workload) || !has(self.workload.messageBus) || !self.workload.messageBus.polite"
                + " || !has(self.workload.messageBus.receivers)"
                + " || self.workload.messageBus.receivers >= self.members - 1"
                + " || (has(self.workload.messageBus.senders) && self.workload.messageBus.senders == 1)",
        fieldPath = ".workload.messageBus.polite",
        message = BenchmarkRunSpec.MESSAGE_BUS_POLITE_RULE)
@ValidationRule(
        value = "!has(self.workload) || !has(self.workload.messageBus)"
                + " || !has(self.workload.messageBus.minMessageSize)"
                + " || quantity(string(self.workload.messageBus.minMessageSize))"
                + ".compareTo(quantity(string(self.messageSize))) <= 0",
        fieldPath = ".workload.messageBus.minMessageSize",
        message = BenchmarkRunSpec.MIN_MESSAGE_SIZE_RULE)
@ValidationRule(
        value = "!has(self.messages) || !has(self.workload) || self.workload.type != 'Datagram'",
        fieldPath = ".messages",
        message = BenchmarkRunSpec.MESSAGES_DATAGRAM_RULE)
@ValidationRule(
        value = "!has(self.workload) || self.workload.type != 'MessageBus' || self.members >= 2",
        fieldPath = ".members",
        message = BenchmarkRunSpec.MEMBERS_MESSAGE_BUS_RULE)
@ValidationRule(
        value = "!has(self.workload) || self.workload.type != 'Datagram' || self.members >= 2",
        fieldPath = ".members",
        message = BenchmarkRunSpec.MEMBERS_DATAGRAM_RULE)
@ValidationRule(
        value = "!has(self.workload) || !has(self.workload.datagram) || !has(self.workload.datagram.publishers)"
                + " || self.workload.datagram.publishers <= self.members",
        fieldPath = ".workload.datagram.publishers",
        message = BenchmarkRunSpec.PUBLISHERS_RULE)
@ValidationRule(
        value = "!has(self.workload) || !has(self.workload.datagram) || !has(self.workload.datagram.listeners)"
                + " || self.workload.datagram.listeners <= self.members",
        fieldPath = ".workload.datagram.listeners",
        message = BenchmarkRunSpec.LISTENERS_RULE)
@ValidationRule(
        value = "!has(self.workload) || self.workload.type != 'Datagram'"
                + " || (quantity(string(self.messageSize)).compareTo(quantity('16')) >= 0"
                + " && quantity(string(self.messageSize)).compareTo(quantity('65507')) <= 0)",
        fieldPath = ".messageSize",
        message = BenchmarkRunSpec.MESSAGE_SIZE_DATAGRAM_RULE)
@ValidationRule(
        value = "!has(self.workload) || !has(self.workload.datagram) || !has(self.workload.datagram.payload)"
                + " || quantity(string(self.messageSize)).asInteger() >= self.workload.datagram.payload",
        fieldPath = ".workload.datagram.payload",
        message = BenchmarkRunSpec.PAYLOAD_RULE)
@ValidationRule(
        value = "!has(self.workload) || !has(self.workload.datagram) || self.workload.datagram.rxBufferPackets * "
                + BenchmarkRunSpec.PACKET_BYTES + " <= " + BenchmarkRunSpec.MAX_DATAGRAM_BUFFER_BYTES,
        fieldPath = ".workload.datagram.rxBufferPackets",
        message = BenchmarkRunSpec.RX_BUFFER_RULE)
@ValidationRule(
        value = "!has(self.workload) || !has(self.workload.datagram) || self.workload.datagram.txBufferPackets * "
                + BenchmarkRunSpec.PACKET_BYTES + " <= " + BenchmarkRunSpec.MAX_DATAGRAM_BUFFER_BYTES,
        fieldPath = ".workload.datagram.txBufferPackets",
        message = BenchmarkRunSpec.TX_BUFFER_RULE)
@ValidationRule(
        value = "!has(self.workload) || self.workload.type != 'MessageBus'"
                + " || quantity(string(self.messageSize)).compareTo(quantity('16')) >= 0",
        fieldPath = ".messageSize",
        message = BenchmarkRunSpec.MESSAGE_SIZE_MESSAGE_BUS_RULE)
@ValidationRule(
        value = "!has(self.stack) || !has(self.transport) || self.transport.name == 'jgroups'",
        fieldPath = ".stack",
        message = BenchmarkRunSpec.STACK_RULE)
@ValidationRule(
        value = "!has(self.jgroups) || !has(self.transport) || self.transport.name == 'jgroups'",
        fieldPath = ".jgroups",
        message = BenchmarkRunSpec.JGROUPS_RULE)
@ValidationRule(
        value = "!has(self.placement) || !has(self.placement.nodeNames) || size(self.placement.nodeNames) == 0"
                + " || self.placement.spread != 'OnePerNode' || size(self.placement.nodeNames) >= self.members",
        fieldPath = ".placement.nodeNames",
        message = BenchmarkRunSpec.NODE_NAMES_RULE)
@ValidationRule(
        value = "!has(self.placement) || !has(self.placement.bindPort) || self.placement.spread != 'Any'"
                + " || self.placement.bindPort + self.members <= 65536",
        fieldPath = ".placement.bindPort",
        message = BenchmarkRunSpec.BIND_PORT_RULE)
@RecordBuilder
public record BenchmarkRunSpec(
        @Required
        @Min(1)
        @Max(BenchmarkRunSpec.MAX_MEMBERS)
        @Example("4")
        @JsonPropertyDescription("How many members form the cluster.")
        Integer members,

        @Min(1)
        @Max(BenchmarkRunSpec.MAX_MEMBERS)
        @Example("4")
        @JsonPropertyDescription(
                "How many of the members send; all receive. Only with workload Multicast. Default: as many"
                        + " as members.")
        Integer senders,

        @Min(1)
        @Max(BenchmarkRunSpec.MAX_MESSAGES)
        @Example("1000000")
        @JsonPropertyDescription(
                "How many messages each sender sends while measured. Only with workload Multicast, which needs this or"
                        + " duration; Rpc has rpc.requests and rpc.duration instead, MessageBus messageBus.duration,"
                        + " Datagram datagram.packets and datagram.duration.")
        Long messages,

        @DurationRange(min = "100ms", max = "24h")
        @Example("20s")
        @JsonPropertyDescription(
                "How long each sender sends while measured. Only with workload Multicast, which needs this"
                        + " or messages.")
        String duration,

        @Required
        @QuantityRange(minBytes = 8, maxBytes = 16L * 1024 * 1024)
        @Example("1k")
        @JsonPropertyDescription("The size of one message in bytes, as a quantity: 1k is 1000, 1Ki is 1024. The first"
                + " 8 bytes carry the sequence number. With workload Rpc it is the payload of a write's request and of"
                + " a read's answer. With MessageBus it is at least 16: a time stamp follows the sequence number. With"
                + " Datagram it is the size of a packet, 16 to 65507. A transport may allow less than the maximum: raw"
                + " udp takes what fits a datagram.")
        ByteQuantity messageSize,

        @Example("{name: udp}")
        @JsonPropertyDescription("The protocol stack, from exactly one source; only with transport jgroups."
                + " Default: the bundled stack udp, where the transport is jgroups.")
        StackSource stack,

        @Default("{}") @Example("{name: jgroups}") @JsonPropertyDescription("What carries the messages.")
        TransportSettings transport,

        @Default("{}")
        @Example("{type: Multicast}")
        @JsonPropertyDescription("What is sent and measured: a type, and the block of that name.")
        WorkloadSettings workload,

        @Example("{messages: 100000}")
        @JsonPropertyDescription("What is sent as a warm-up before the measured part; it is drained and not measured.")
        WarmupSettings warmup,

        @Default("1")
        @Min(1)
        @Max(100)
        @Example("5")
        @JsonPropertyDescription(
                "How often the whole run is done, each time with fresh JVMs;" + " the result is the median.")
        Integer repetitions,

        @Example("{spread: OnePerNode}") @JsonPropertyDescription("Where the members run.")
        PlacementSettings placement,

        @Example("{mode: Verify, rmemMax: 25Mi}")
        @JsonPropertyDescription("What is asked of each host's network settings.")
        TuningSettings tuning,

        @Default("{}") @Example("{timeout: 2m, maxSkew: 10ms}") @JsonPropertyDescription("The start barrier.")
        StartSettings start,

        @Default("{}")
        @Example("{policy: Require}")
        @JsonPropertyDescription(
                "The probe of the network between the members, on the same hosts right before they join.")
        PreflightSettings preflight,

        @Example("{options: [-Xms1g, -Xmx1g]}") @JsonPropertyDescription("The members' JVMs.")
        JvmSettings jvm,

        @Example("{version: 5.5.6.Final}")
        @JsonPropertyDescription("Another JGroups than the one that jgbench comes with; only with transport jgroups.")
        JGroupsSettings jgroups,

        @Default("30m")
        @DurationRange(min = "1s", max = "168h")
        @Example("30m")
        @JsonPropertyDescription("How long one repetition may take in all; after that the run fails.")
        String activeDeadline,

        // members are asked once a second, and their answers looked at once a second: less tells nothing of progress
        @Default("30s")
        @DurationRange(min = "3s", max = "24h")
        @Example("30s")
        @JsonPropertyDescription(
                "A run in which no member makes progress for this time fails and says what it saw. Pauses of the"
                        + " workload itself are added to it: the time between two units at a low rate,"
                        + " rpc.requestTimeout, the wait at the end for messages that may be lost.")
        String stallTimeout,

        @Mutable
        @Example("{pods: OnFailure, ttlAfterFinished: 24h}")
        @JsonPropertyDescription("What is kept when the run has ended. May change at any time.")
        RetentionSettings retention,

        @Mutable
        @Default("false")
        @Example("false")
        @JsonPropertyDescription(
                "Holds the run before its members start, until set to false." + " May change at any time.")
        Boolean suspend,

        @Mutable
        @Example("false")
        @JsonPropertyDescription(
                "Ends the run when set to true, and keeps what it has measured. May change at any time; a run that was"
                        + " cancelled cannot be continued.")
        Boolean cancel) {

    /** The most members of one run; what each did must fit the status. */
    public static final int MAX_MEMBERS = 256;

    /** The most messages of one sender: 10^12, days of any network. */
    public static final long MAX_MESSAGES = 1_000_000_000_000L;

    /** Who can send is a member. */
    public static final String SENDERS_RULE = "senders must be at most members";

    /** In the other workloads each member plays its part. */
    public static final String SENDERS_MULTICAST_RULE = "senders may only be given where workload.type is Multicast";

    /** There is no good default. */
    public static final String MESSAGES_RULE =
            "exactly one of messages and duration is required where workload.type is Multicast";

    /** The other workloads have a duration of their own. */
    public static final String DURATION_RULE = "duration may only be given where workload.type is Multicast";

    /** One number, one place. */
    public static final String MESSAGES_RPC_RULE =
            "messages may not be given where workload.type is Rpc: say how many with workload.rpc.requests";

    /** It lasts as long as one says. */
    public static final String MESSAGES_MESSAGE_BUS_RULE =
            "messages may not be given where workload.type is MessageBus:"
                    + " say how long with workload.messageBus.duration";

    /** Who sends and who is sent to is a member. */
    public static final String MESSAGE_BUS_PEERS_RULE =
            "workload.messageBus.senders and receivers must be at most members";

    /** Relays must not send: otherwise members could block each other in a cycle. */
    public static final String MESSAGE_BUS_RELAY_RULE = "workload.messageBus.relay needs senders, and receivers of at"
            + " least 2, that are together at most members";

    /** Who waits for the first message has to be sent one. */
    public static final String MESSAGE_BUS_POLITE_RULE = "workload.messageBus.polite needs each sender but the first"
            + " to be one of the receivers, which are the last members";

    /** A range has its ends in order. */
    public static final String MIN_MESSAGE_SIZE_RULE = "workload.messageBus.minMessageSize must be at most messageSize";

    /** One number, one place. */
    public static final String MESSAGES_DATAGRAM_RULE =
            "messages may not be given where workload.type is Datagram: say how many with workload.datagram.packets";

    /** A member sends nothing to itself. */
    public static final String MEMBERS_MESSAGE_BUS_RULE =
            "members must be at least 2 where workload.type is MessageBus";

    /** The same. */
    public static final String MEMBERS_DATAGRAM_RULE = "members must be at least 2 where workload.type is Datagram";

    /** Who publishes is a member. */
    public static final String PUBLISHERS_RULE = "workload.datagram.publishers must be at most members";

    /** Who listens is a member. */
    public static final String LISTENERS_RULE = "workload.datagram.listeners must be at most members";

    /** Raw transports have no stack. */
    public static final String STACK_RULE = "stack may only be given with transport jgroups";

    /** Raw transports have no JGroups. */
    public static final String JGROUPS_RULE = "jgroups may only be given with transport jgroups";

    /** What fits a datagram, and a packet's header fits. */
    public static final String MESSAGE_SIZE_DATAGRAM_RULE =
            "messageSize must be between 16 and 65507 bytes where workload.type is Datagram";

    /** A packet holds its payload. */
    public static final String PAYLOAD_RULE = "workload.datagram.payload must be at most messageSize";

    /** The largest buffer of a socket: the kernel doubles what is asked for, and counts in 32 bits (socket(7)). */
    public static final int MAX_DATAGRAM_BUFFER_BYTES = Integer.MAX_VALUE / 2;

    private static final String BUFFER_RULE = " times the packet size must be at most " + MAX_DATAGRAM_BUFFER_BYTES
            + " bytes, which is what a socket can have";

    /** A socket has the buffer. */
    public static final String RX_BUFFER_RULE = "workload.datagram.rxBufferPackets" + BUFFER_RULE;

    /** The same. */
    public static final String TX_BUFFER_RULE = "workload.datagram.txBufferPackets" + BUFFER_RULE;

    /** In CEL: a packet holds its payload where that is given, else all that fits. */
    static final String PACKET_BYTES = "(has(self.workload.datagram.payload)"
            + " && self.workload.datagram.payload > 0 ? self.workload.datagram.payload"
            + " : quantity(string(self.messageSize)).asInteger())";

    /** A message holds its header. */
    public static final String MESSAGE_SIZE_MESSAGE_BUS_RULE =
            "messageSize must be at least 16 bytes with workload MessageBus";

    /** Each member needs a node, unless they may share it. */
    public static final String NODE_NAMES_RULE = "placement.nodeNames must name at least as many nodes as there are"
            + " members, or none; any number with spread Any";

    /** Members that share a node have one port after the other. */
    public static final String BIND_PORT_RULE = "placement.bindPort and members must be together at most 65536 with"
            + " spread Any, as members that share a node take the ports that follow";

    /** The same with another stack. */
    public BenchmarkRunSpec withStack(StackSource other) {
        return BenchmarkRunSpecBuilder.builder(this).stack(other).build();
    }

    /** The same with another number of repetitions. */
    public BenchmarkRunSpec withRepetitions(int other) {
        return BenchmarkRunSpecBuilder.builder(this).repetitions(other).build();
    }

    /**
     * The same as the template of a suite, which says by itself how often, when and how long: without what the rules of
     * {@link BenchmarkSuiteSpec} refuse there.
     */
    public BenchmarkRunSpec asTemplate() {
        return BenchmarkRunSpecBuilder.builder(this)
                .repetitions(1)
                .retention(retention == null ? null : retention.withoutTimeToLive())
                .suspend(null)
                .cancel(null)
                .build();
    }
}
