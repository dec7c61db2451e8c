package io.jgbench.coordination.workload.messagebus;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.protocol.LatencyFrom;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.protocol.TimeSeries;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What one member saw of the workload MessageBus, exactly.
 *
 * @param sender whether it sent messages of its own
 * @param out what it sent, responses included, receipts not
 * @param in what it received, responses included, receipts not
 * @param activeNanos from its start until it had sent its last message and received the last of others
 * @param firstToLastNanos from the first message of others that it received until it had the last one and knew it to be
 *     the last; 0 if there were fewer than two
 * @param sent what it sent to each member, without responses
 * @param received what it received of each member, without responses
 * @param responsesExpected responses that it asked for
 * @param responses responses that it got
 * @param receipts receipts that it got
 * @param outBacklog what was sent and had no receipt, and how long sending threads were held back
 * @param inBacklog what was received and not processed, and how long it had to wait for room
 * @param errors messages that it could make no sense of, could not send or could not answer
 * @param latencyFrom from when latencies count
 * @param endedAtEpochNanos when all was over, 0 if it did not begin
 * @param responseHistogram times until the responses in nanoseconds, see {@link HistogramText}; empty if none came
 * @param receiptHistogram times until the receipts
 * @param openLoop how it kept the rate that it was asked for; empty where it was asked for none
 * @param samples the time series
 */
@JsonTypeName("MessageBus")
@RecordBuilder
public record MessageBusReport(
        boolean sender,
        Traffic out,
        Traffic in,
        long activeNanos,
        long firstToLastNanos,
        List<Sent> sent,
        List<Received> received,
        long responsesExpected,
        long responses,
        long receipts,
        Backlog outBacklog,
        Backlog inBacklog,
        long errors,
        LatencyFrom latencyFrom,
        long endedAtEpochNanos,
        String responseHistogram,
        String receiptHistogram,
        Optional<OpenLoopReport> openLoop,
        List<Sample> samples)
        implements WorkloadReport {
    /** A receipt is the header of a message: two numbers of eight bytes. */
    private static final int RECEIPT_BYTES = 16;

    /** Refuses nulls and copies the lists. */
    public MessageBusReport {
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(outBacklog, "outBacklog");
        Objects.requireNonNull(inBacklog, "inBacklog");
        Objects.requireNonNull(latencyFrom, "latencyFrom");
        Objects.requireNonNull(responseHistogram, "responseHistogram");
        Objects.requireNonNull(receiptHistogram, "receiptHistogram");
        Objects.requireNonNull(openLoop, "openLoop");
        sent = List.copyOf(sent);
        received = List.copyOf(received);
        samples = List.copyOf(samples);
    }

    @Override
    public WorkloadSettings.Type workloadType() {
        return WorkloadSettings.Type.MESSAGE_BUS;
    }

    @Override
    public long sentMessages() {
        return out.messages();
    }

    @Override
    public long ownMessages() {
        return sent.stream().mapToLong(Sent::messages).sum();
    }

    @Override
    public long receivedMessages() {
        return in.messages();
    }

    /** Messages of other members that it received, without responses. */
    public long deliveredMessages() {
        return received.stream().mapToLong(Received::received).sum();
    }

    @Override
    public long lostMessages() {
        return received.stream().mapToLong(Received::lost).sum();
    }

    @Override
    public List<Missed> missed(int self) {
        return received.stream()
                .filter(from -> from.from() != self)
                .map(from -> new Missed(from.from(), from.expected(), from.lost()))
                .toList();
    }

    @Override
    public long bytesFromOthers(int self) {
        return in.bytes();
    }

    @Override
    public long bytesToOthers(int copies) {
        return out.bytes();
    }

    /** With the receipts that it got. What did not arrive, or arrived once more, is taken to have had the mean size. */
    @Override
    public Optional<Crossing> mostFromOthers(int self) {
        long uncounted = Math.max(0, responsesExpected - responses)
                + received.stream()
                        .mapToLong(from -> from.lost() + from.duplicated())
                        .sum();
        long meanBytes = Math.ceilDiv(in.bytes(), Math.max(1, in.messages()));
        return Optional.of(new Crossing(
                in.messages() + uncounted + receipts, in.bytes() + uncounted * meanBytes + receipts * RECEIPT_BYTES));
    }

    /** With a receipt for each message that it received. */
    @Override
    public Optional<Crossing> mostToOthers(int copies) {
        return Optional.of(new Crossing(out.messages() + in.messages(), out.bytes() + in.messages() * RECEIPT_BYTES));
    }

    @Override
    public TimeSeries timeSeries() {
        return new TimeSeries(
                List.of(
                        "messages_out",
                        "bytes_out",
                        "messages_in",
                        "bytes_in",
                        "responses",
                        "out_backlog_bytes",
                        "in_backlog_bytes",
                        "errors",
                        "free_memory_bytes",
                        "total_memory_bytes"),
                samples.stream()
                        .map(sample -> TimeSeries.Point.of(
                                sample.epochNanos(),
                                sample.out().messages(),
                                sample.out().bytes(),
                                sample.in().messages(),
                                sample.in().bytes(),
                                sample.responses(),
                                sample.outBacklogBytes(),
                                sample.inBacklogBytes(),
                                sample.errors(),
                                sample.freeMemoryBytes(),
                                sample.totalMemoryBytes()))
                        .toList());
    }

    @Override
    public Map<String, String> histograms() {
        return Map.of("response", responseHistogram, "receipt", receiptHistogram);
    }

    @Override
    public IntStream places() {
        return IntStream.concat(
                sent.stream().mapToInt(Sent::to), received.stream().mapToInt(Received::from));
    }

    /** Members that it sent to or received from. */
    public int connections() {
        return (int) places().distinct().count();
    }

    /**
     * How much went one way.
     *
     * @param messages how many messages
     * @param bytes how many bytes they had
     */
    public record Traffic(long messages, long bytes) {

        /** How many bytes a message had, 0 where there was none. */
        public double meanBytes() {
            return messages == 0 ? 0 : (double) bytes / messages;
        }
    }

    /**
     * What was sent to one member.
     *
     * @param to its place in the run
     * @param messages how many
     */
    public record Sent(int to, long messages) {}

    /**
     * What came from one member.
     *
     * @param from its place in the run
     * @param expected how many it said that it had sent; what arrived where it did not say
     * @param received how many arrived, each counted once
     * @param lost how many of the expected ones did not arrive
     * @param duplicated arrivals of messages that had arrived before
     * @param reordered messages that arrived after a later one of the same stream
     * @param ended whether the member said how many it had sent
     */
    public record Received(
            int from, long expected, long received, long lost, long duplicated, long reordered, boolean ended) {}

    /**
     * What stood and waited.
     *
     * @param events how often something had to wait
     * @param heldBackNanos how long in all
     * @param threads how many could wait at a time; 0 if none could
     * @param meanBytes how much there was, mean over samples of the time in which members sent
     * @param maxBytes the most there was in one of these
     */
    public record Backlog(long events, long heldBackNanos, int threads, long meanBytes, long maxBytes) {

        /** Nothing, and nobody who could wait. */
        public static final Backlog NONE = new Backlog(0, 0, 0, 0, 0);

        /** The share of a time that was waited, mean over those that could wait; 0 to 1. */
        public double share(long nanos) {
            return threads == 0 || nanos <= 0 ? 0 : Math.min(1, (double) heldBackNanos / nanos / threads);
        }
    }

    /**
     * One point of the time series; all but the last two are counts and bytes so far, or as they stand.
     *
     * @param epochNanos when it was taken, on the member's clock
     * @param out what was sent
     * @param in what was received
     * @param responses responses that came
     * @param outBacklogBytes what was sent and had no receipt
     * @param inBacklogBytes what was received and not processed
     * @param errors errors so far
     * @param freeMemoryBytes free memory of the JVM's heap
     * @param totalMemoryBytes size of the JVM's heap
     */
    public record Sample(
            long epochNanos,
            Traffic out,
            Traffic in,
            long responses,
            long outBacklogBytes,
            long inBacklogBytes,
            long errors,
            long freeMemoryBytes,
            long totalMemoryBytes) {}
}
