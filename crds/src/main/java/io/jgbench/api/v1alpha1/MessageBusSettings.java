package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.schema.Example;
import io.jgbench.api.schema.QuantityRange;
import io.soabase.recordbuilder.core.RecordBuilder;

/** How the MessageBus workload sends and answers: the settings of Coherence's message bus test. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "!has(self.rxRate) || self.rxThreads > 0",
        fieldPath = ".rxRate",
        message = MessageBusSettings.RX_RATE_RULE)
@ValidationRule(value = "!self.poll || self.rxThreads > 0", fieldPath = ".poll", message = MessageBusSettings.POLL_RULE)
@ValidationRule(
        value = "!has(self.maxBacklog) || self.receipts",
        fieldPath = ".maxBacklog",
        message = MessageBusSettings.MAX_BACKLOG_RULE)
@ValidationRule(
        value = "!has(self.arrivals) || has(self.txRate)",
        fieldPath = ".arrivals",
        message = Arrivals.TX_RATE_RULE)
@RecordBuilder
public record MessageBusSettings(
        @Default("10s")
        @DurationRange(min = "100ms", max = "24h")
        @Example("10s")
        @JsonPropertyDescription("How long the senders send while measured.")
        String duration,

        @Min(1)
        @Max(BenchmarkRunSpec.MAX_MEMBERS)
        @Example("1")
        @JsonPropertyDescription("How many of the members send: the first ones. Default: all.")
        Integer senders,

        @Min(1)
        @Max(BenchmarkRunSpec.MAX_MEMBERS)
        @Example("1")
        @JsonPropertyDescription(
                "How many of the members are sent to: the last ones. A sender sends to each of them in turn,"
                        + " itself left out. Default: all.")
        Integer receivers,

        @Default("1")
        @Min(1)
        @Max(64)
        @Example("1")
        @JsonPropertyDescription(
                "Threads with which each sender sends; each thread's messages to a member are a stream,"
                        + " whose order is checked by itself.")
        Integer txThreads,

        @Default("0")
        @Min(0)
        @Max(64)
        @Example("0")
        @JsonPropertyDescription(
                "Threads that process received messages. The members that send are spread over them in turn."
                        + " 0: the transport's own receiving threads process the messages.")
        Integer rxThreads,

        @QuantityRange(minBytes = 16, maxBytes = 16L * 1024 * 1024)
        @Example("512")
        @JsonPropertyDescription("Sizes are evenly spread from this to messageSize. Default: all have messageSize.")
        ByteQuantity minMessageSize,

        @Default("0")
        @Min(0)
        @Max(16 * 1024 * 1024)
        @Example("8")
        @JsonPropertyDescription(
                "Size in bytes of the units in which payloads are written and read, such as 1 for bytes and"
                        + " 8 for longs. 0: payloads are neither written nor read.")
        Integer chunkSize,

        @Default("false")
        @Example("false")
        @JsonPropertyDescription("Whether a payload is made once for all messages, and not for each.")
        Boolean cached,

        @QuantityRange(minBytes = 1, maxBytes = 1_000_000_000_000L)
        @Example("50M")
        @JsonPropertyDescription("Bytes per second that each sender sends; latencies count from when a message should"
                + " have been sent. Default: as much as the transport takes.")
        ByteQuantity txRate,

        @Example("Poisson") @JsonPropertyDescription(Arrivals.OF_BYTES_DESCRIPTION)
        Arrivals arrivals,

        @QuantityRange(minBytes = 1, maxBytes = 1_000_000_000_000L)
        @Example("50M")
        @JsonPropertyDescription("Bytes per second that each member processes of what it receives; needs rxThreads."
                + " Default: as much as comes.")
        ByteQuantity rxRate,

        @QuantityRange(minBytes = 1, maxBytes = 1_000_000_000_000L)
        @Example("1M")
        @JsonPropertyDescription("The most bytes that a sending thread has under way without a receipt; needs receipts."
                + " Default: the transport's flow control alone.")
        ByteQuantity maxBacklog,

        @Default("0")
        @Min(0)
        @Max(1_000_000)
        @Example("0")
        @JsonPropertyDescription("Messages after which a sending thread flushes the transport; 0: the"
                + " transport sends as soon as it can. Transports that hold nothing back do that anyway.")
        Integer flushFrequency,

        @Default("100")
        @Min(0)
        @Max(1_000_000_000)
        @Example("100")
        @JsonPropertyDescription(
                "One in this number of messages from a sending thread to a member is answered, with a message"
                        + " of the same size, and timed; 0 for none.")
        Integer latencyFrequency,

        @Default("true")
        @Example("true")
        @JsonPropertyDescription("Whether receivers acknowledge messages to their sender.")
        Boolean receipts,

        @Default("1s")
        @DurationRange(min = "10ms", max = "1h")
        @Example("1s")
        @JsonPropertyDescription("Time between two samples of the time series.")
        String reportInterval,

        @Default("false")
        @Example("false")
        @JsonPropertyDescription(
                "Whether all senders except the first one wait for a message before they begin to send. These"
                        + " senders must be receivers as well.")
        Boolean polite,

        @Default("false")
        @Example("false")
        @JsonPropertyDescription(
                "Request and response: whether each message is answered and a sending thread waits for the answer"
                        + " before it sends the next message.")
        Boolean block,

        @Default("0s")
        @DurationRange(min = "0s", max = "1s")
        @Example("50us")
        @JsonPropertyDescription("With block: how long a thread polls for the answer before it sleeps until it comes.")
        String blockSpin,

        @Default("false")
        @Example("false")
        @JsonPropertyDescription(
                "Whether a receiver forwards each message to the next member that did not send it, as data grids"
                        + " do with their backups. With block it answers when that member has answered. Needs three"
                        + " members or more.")
        Boolean relay,

        @Default("false")
        @Example("false")
        @JsonPropertyDescription(
                "Whether the rxThreads poll for messages all the time instead of sleeping until some come.")
        Boolean poll) {

    /** The transport's own threads serve others as well: they are not to be held back. */
    public static final String RX_RATE_RULE = "rxRate needs rxThreads of at least 1";

    /** The transport's own threads do not ask this workload how to wait. */
    public static final String POLL_RULE = "poll needs rxThreads of at least 1";

    /** What is under way is known by the receipts alone. */
    public static final String MAX_BACKLOG_RULE = "maxBacklog needs receipts";

    /** Nothing given: all defaults. */
    public static MessageBusSettings defaults() {
        return MessageBusSettingsBuilder.builder().build();
    }
}
