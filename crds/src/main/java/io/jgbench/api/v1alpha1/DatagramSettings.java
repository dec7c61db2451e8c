package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.Example;
import io.jgbench.api.schema.QuantityRange;
import io.soabase.recordbuilder.core.RecordBuilder;

/** How the Datagram workload sends and listens: the options of Coherence's datagram test that belong to a run. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "!has(self.processBytes) || self.processBytes % 4 == 0",
        fieldPath = ".processBytes",
        message = DatagramSettings.PROCESS_BYTES_RULE)
@ValidationRule(
        value = "!has(self.payload) || self.payload == 0 || self.payload >= 16",
        fieldPath = ".payload",
        message = DatagramSettings.PAYLOAD_RULE)
@ValidationRule(
        value = "!has(self.arrivals) || has(self.rate)",
        fieldPath = ".arrivals",
        message = Arrivals.PACKET_RATE_RULE)
@RecordBuilder
public record DatagramSettings(
        @Min(1)
        @Max(BenchmarkRunSpec.MAX_MEMBERS)
        @Example("4")
        @JsonPropertyDescription(
                "How many members publish: the first ones. Each publishes to each listener except itself, in turn."
                        + " Default: all.")
        Integer publishers,

        @Min(1)
        @Max(BenchmarkRunSpec.MAX_MEMBERS)
        @Example("4")
        @JsonPropertyDescription("How many members listen: the last ones. Default: all.")
        Integer listeners,

        @Min(0)
        @Max(65_507)
        @Example("1024")
        @JsonPropertyDescription(
                "Bytes of data in each packet, at most as many as messageSize, the packet size. 0: as many as"
                        + " messageSize. Default: 0.")
        Integer payload,

        @Default("4")
        @Min(0)
        @Max(65_472)
        @Example("4")
        @JsonPropertyDescription(
                "Bytes of each packet that the publisher computes and the listener checks, a multiple of 4; as many as"
                        + " the packet has room for behind its header of 16.")
        Integer processBytes,

        @Default("1428")
        @Min(1)
        @Max(1_000_000)
        @Example("1428")
        @JsonPropertyDescription(
                "The receive buffer in packets. Where the kernel does not grant it, the run fails and says what to"
                        + " set.")
        Integer rxBufferPackets,

        @Default("16") @Min(1) @Max(1_000_000) @Example("16") @JsonPropertyDescription("The send buffer in packets.")
        Integer txBufferPackets,

        @Default("1s")
        @DurationRange(min = "10ms", max = "1m")
        @Example("1s")
        @JsonPropertyDescription(
                "How long a listener waits for packets of a publisher that has ended. Packets that arrive later"
                        + " count as missing.")
        String rxTimeout,

        @QuantityRange(minBytes = 1, maxBytes = 125_000_000_000L)
        @Example("100M")
        @JsonPropertyDescription("Bytes of packets that each publisher sends a second, over all its listeners. Default:"
                + " as many as it can.")
        ByteQuantity rate,

        @Example("Poisson") @JsonPropertyDescription(Arrivals.OF_PACKETS_DESCRIPTION)
        Arrivals arrivals,

        @Min(1)
        @Max(BenchmarkRunSpec.MAX_MESSAGES)
        @Example("1000000")
        @JsonPropertyDescription(
                "How many packets each publisher sends to each listener, unless duration ends it before. Default: no"
                        + " limit.")
        Long packets,

        @Default("10s")
        @DurationRange(min = "10ms", max = "24h")
        @Example("10s")
        @JsonPropertyDescription("How long publishers send, unless packets ends it before.")
        String duration,

        @Default("0")
        @Min(0)
        @Max(65_535)
        @Example("9999")
        @JsonPropertyDescription("The port that each member's datagram socket binds; 0 for any that is free. Members"
                + " that share an address take the next ones.")
        Integer port,

        @Default("false")
        @Example("false")
        @JsonPropertyDescription(
                "Whether packets must not be fragmented on their way; one that is larger than the MTU fails the run.")
        Boolean dontFragment,

        @Default("Auto")
        @Example("Auto")
        @JsonPropertyDescription(
                "The calls that send and receive packets. Auto: Linux' calls for many packets at a time, with"
                        + " segmentation by the kernel, where they are known, else Java's. System: only Linux' calls."
                        + " Channel: Java's, one packet at a time.")
        Provider provider,

        @Min(0)
        @Max(1_000_000)
        @Example("1000")
        @JsonPropertyDescription(
                "Packets in a million that may be missing between two members; more make the run not valid. Default:"
                        + " any, as their number is what is measured.")
        Integer maxLossPpm,

        @Default("1s")
        @DurationRange(min = "10ms", max = "1h")
        @Example("1s")
        @JsonPropertyDescription("Time between two samples of the time series.")
        String logInterval,

        @Example("{trialDuration: 2s}")
        @JsonPropertyDescription(
                "Look for the highest rate at which no member misses more of another one's packets than maxLossPpm,"
                        + " here 1000 by default: trials of all publishers at once, at most 60. The first"
                        + " is at rate; each further one is between the highest rate that passed and the lowest that"
                        + " failed; packets and duration are not used. Default: no search.")
        DatagramSearchSettings search) {

    /** They are words. */
    public static final String PROCESS_BYTES_RULE = "workload.datagram.processBytes must be a multiple of 4";

    /** The header of a packet takes that much. */
    public static final String PAYLOAD_RULE = "workload.datagram.payload must be 0 or at least 16";

    /** Nothing given: all defaults. */
    public static DatagramSettings defaults() {
        return DatagramSettingsBuilder.builder().build();
    }

    /** By which calls packets go. */
    public enum Provider {
        /** The fastest that there are. */
        @JsonProperty("Auto")
        AUTO,
        /** Linux' own. */
        @JsonProperty("System")
        SYSTEM,
        /** Java's own. */
        @JsonProperty("Channel")
        CHANNEL
    }
}
