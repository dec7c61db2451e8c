package io.jgbench.coordination.workload.multicast;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.protocol.CountRows;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.protocol.TimeSeries;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What one member saw of the workload Multicast, exactly.
 *
 * @param sender whether the member was one of the senders
 * @param sentMessages measured messages sent
 * @param receivedMessages measured messages received, each once, own ones included
 * @param expectedMessages measured messages that had to arrive
 * @param messageSizeBytes size of one message
 * @param firstReceivedEpochNanos when the first measured message arrived, 0 if none did
 * @param lastReceivedEpochNanos when the last one arrived, 0 if none did
 * @param timedMessages messages that its rate counts: all that were received, or where a duration was measured those
 *     that had arrived when it was over
 * @param timedOwnMessages those of them that the member had sent itself
 * @param timedUntilEpochNanos until when the rate's time runs: the arrival of the last message, or the end of the
 *     duration
 * @param streams what arrived of each sender's streams
 * @param latencyHistogram times of sampled messages until they were back at their own sender, in nanoseconds, see
 *     {@link HistogramText}; empty if none was sampled
 * @param deliveries how long sampled messages of other members took, by the clocks of both: rows of {@link
 *     #DELIVERY_COLUMNS}, see {@link CountRows}; empty if none was timed
 * @param openLoop how a sender kept the rate that it was asked for, if it was
 * @param samples the time series
 */
@JsonTypeName("Multicast")
@RecordBuilder
public record MulticastReport(
        boolean sender,
        long sentMessages,
        long receivedMessages,
        long expectedMessages,
        int messageSizeBytes,
        long firstReceivedEpochNanos,
        long lastReceivedEpochNanos,
        long timedMessages,
        long timedOwnMessages,
        long timedUntilEpochNanos,
        List<StreamReport> streams,
        String latencyHistogram,
        String deliveries,
        Optional<OpenLoopReport> openLoop,
        List<Sample> samples)
        implements WorkloadReport {

    /**
     * What a row of {@link #deliveries} holds: the sender's index, when the message arrived in microseconds on the
     * receiver's clock, and the arrival on the receiver's clock less the sending on the sender's clock in nanoseconds.
     */
    public static final List<String> DELIVERY_COLUMNS = List.of("senderIndex", "arrivedEpochMicros", "apartNanos");

    /** The most bytes of {@link #deliveries} before they are written as text: twice what a report can hold of them. */
    static final int MOST_DELIVERY_BYTES = 4 * 1024 * 1024;

    /** Refuses nulls and copies the collections. */
    public MulticastReport {
        streams = List.copyOf(streams);
        Objects.requireNonNull(latencyHistogram, "latencyHistogram");
        deliveries = deliveries == null ? "" : deliveries; // in what an earlier version wrote
        Objects.requireNonNull(openLoop, "openLoop");
        samples = List.copyOf(samples);
    }

    /**
     * The rows of {@link #deliveries}.
     *
     * @throws IllegalArgumentException if the text does not hold them
     */
    public List<long[]> deliveryRows() {
        return CountRows.of(DELIVERY_COLUMNS.size(), deliveries, MOST_DELIVERY_BYTES)
                .all();
    }

    /** The time that the rate counts, from the first message on, in nanoseconds; 0 if fewer than two arrived. */
    public long elapsedNanos() {
        return timedMessages < 2 ? 0 : timedUntilEpochNanos - firstReceivedEpochNanos;
    }

    @Override
    public WorkloadSettings.Type workloadType() {
        return WorkloadSettings.Type.MULTICAST;
    }

    @Override
    public long endedAtEpochNanos() {
        return lastReceivedEpochNanos;
    }

    @Override
    public long lostMessages() {
        return streams.stream().mapToLong(StreamReport::lost).sum();
    }

    @Override
    public List<Missed> missed(int self) {
        var bySender = new TreeMap<Integer, Missed>();
        streams.stream()
                .filter(stream -> stream.senderIndex() != self)
                .map(stream -> new Missed(stream.senderIndex(), stream.expected(), stream.lost()))
                .forEach(stream -> bySender.merge(stream.sender(), stream, Missed::plus));
        return List.copyOf(bySender.values());
    }

    @Override
    public long bytesFromOthers(int self) {
        return messageSizeBytes
                * streams.stream()
                        .filter(stream -> stream.senderIndex() != self)
                        .mapToLong(StreamReport::received)
                        .sum();
    }

    @Override
    public long bytesToOthers(int copies) {
        return sentMessages * messageSizeBytes * copies;
    }

    @Override
    public Optional<Crossing> mostFromOthers(int self) {
        long messages = streams.stream()
                .filter(stream -> stream.senderIndex() != self)
                .mapToLong(stream -> stream.received() + stream.lost() + stream.duplicated())
                .sum();
        return Optional.of(new Crossing(messages, messages * messageSizeBytes));
    }

    @Override
    public Optional<Crossing> mostToOthers(int copies) {
        long messages = sentMessages * copies;
        return Optional.of(new Crossing(messages, messages * messageSizeBytes));
    }

    /** What the file of perf.Test's option {@code -f} held. */
    @Override
    public TimeSeries timeSeries() {
        return new TimeSeries(
                List.of(
                        "messages_received",
                        "messages_sent",
                        "messages_per_second",
                        "bytes_per_second",
                        "free_memory_bytes",
                        "total_memory_bytes"),
                samples.stream()
                        .map(sample -> TimeSeries.Point.of(
                                sample.epochNanos(),
                                sample.messages(),
                                sample.sent(),
                                sample.messagesPerSecond(),
                                sample.bytesPerSecond(),
                                sample.freeMemoryBytes(),
                                sample.totalMemoryBytes()))
                        .toList());
    }

    @Override
    public Map<String, String> histograms() {
        return Map.of(LOOPBACK, latencyHistogram);
    }

    @Override
    public IntStream places() {
        return streams.stream().mapToInt(StreamReport::senderIndex);
    }

    @Override
    public void readTexts() {
        WorkloadReport.super.readTexts();
        WorkloadReport.readText("what it noted of deliveries", this::deliveryRows);
    }

    /** The same without the time series. */
    public MulticastReport withoutSamples() {
        return MulticastReportBuilder.builder(this).samples(List.of()).build();
    }

    /**
     * What a receiver saw of one stream: the messages that one thread of one sender sent, numbered from 0.
     *
     * @param senderIndex the sender's place in the run
     * @param stream the stream's number within the sender, from 0
     * @param expected messages that had to arrive
     * @param received messages that arrived, each counted once
     * @param lost messages that never arrived
     * @param duplicated arrivals of messages that had arrived before
     * @param reordered messages that arrived after a later one of the same stream
     */
    public record StreamReport(
            int senderIndex, int stream, long expected, long received, long lost, long duplicated, long reordered) {}

    /**
     * One point of the time series.
     *
     * @param epochNanos when it was taken, on the member's clock
     * @param messages measured messages received so far
     * @param sent measured messages sent so far
     * @param messagesPerSecond messages received per second since the last sample
     * @param bytesPerSecond bytes received per second since the last sample
     * @param freeMemoryBytes free memory of the JVM's heap
     * @param totalMemoryBytes size of the JVM's heap
     */
    public record Sample(
            long epochNanos,
            long messages,
            long sent,
            long messagesPerSecond,
            long bytesPerSecond,
            long freeMemoryBytes,
            long totalMemoryBytes) {}
}
