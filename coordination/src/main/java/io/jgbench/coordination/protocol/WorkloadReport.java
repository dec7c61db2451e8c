package io.jgbench.coordination.protocol;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What one member saw of its workload; the part of a {@link MemberReport} that is the workload's own.
 *
 * @implSpec a record of the workload's own package that bears its type's label as
 *     {@link com.fasterxml.jackson.annotation.JsonTypeName}
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public interface WorkloadReport {
    /** What {@link #histograms} calls the times until messages were back at their own sender: they cross no wire. */
    String LOOPBACK = "loopback";

    /** Of which workload. */
    WorkloadSettings.Type workloadType();

    /**
     * When the measured part was over, in nanoseconds since the Unix epoch on the member's clock; 0 if it never began.
     */
    long endedAtEpochNanos();

    /** Measured messages that the member handed to its transport, of whatever meaning. */
    long sentMessages();

    /** Those of them that the member sent of its own accord: no answers. */
    default long ownMessages() {
        return sentMessages();
    }

    /** Measured messages that the transport handed to the member, of whatever meaning. */
    long receivedMessages();

    /** Measured messages that were sent to the member and never arrived. */
    long lostMessages();

    /**
     * What never arrived, by each other member that sent, those of whom nothing is missing included; empty where that
     * is not known.
     *
     * @param self the member's own place in the run
     */
    default List<Missed> missed(int self) {
        return List.of();
    }

    /**
     * Measured messages of one other member to this one.
     *
     * @param sender its place in the run
     * @param sent how many it sent
     * @param missing how many of them never arrived
     */
    record Missed(int sender, long sent, long missing) {

        /** With more messages of the same sender. */
        public Missed plus(Missed more) {
            return new Missed(sender, sent + more.sent(), missing + more.missing());
        }
    }

    /** How many messages are lost with each drop that the kernel counts at a socket, on average; 1 or more. */
    default double messagesPerDrop() {
        return 1;
    }

    /**
     * Payload that other members sent to this one and that arrived, in bytes; at the least, where the report does not
     * tell of all.
     *
     * @param self its place in the run
     */
    long bytesFromOthers(int self);

    /**
     * Payload that must have left this member's host if nothing of it was dropped there, in bytes; at the least, where
     * the report does not tell of all.
     *
     * @param copies how often a message to all others leaves the host, see {@link MemberReport.Framing#copies}
     */
    long bytesToOthers(int copies);

    /**
     * Messages of the workload that crossed a link, copies each for itself.
     *
     * @param messages how many
     * @param bytes their payload
     */
    record Crossing(long messages, long bytes) {}

    /**
     * What other members may have sent to this one, whether it arrived or not: nothing more crossed the link to it, but
     * for headers and for what was sent again. Where {@link #bytesFromOthers} is a lower bound, this is an upper one.
     *
     * @param self its place in the run
     * @return empty where the report bounds nothing
     */
    Optional<Crossing> mostFromOthers(int self);

    /**
     * What this member may have sent to others: nothing more crossed the link from it, but for headers and for what was
     * sent again.
     *
     * @param copies how often a message to all others leaves the host, see {@link MemberReport.Framing#copies}
     * @return empty where the report bounds nothing
     */
    Optional<Crossing> mostToOthers(int copies);

    /** How the member kept the rate that it was asked for; empty where it was asked for none. */
    default Optional<OpenLoopReport> openLoop() {
        return Optional.empty();
    }

    /** Its time series. */
    TimeSeries timeSeries();

    /**
     * Latencies in nanoseconds by what was timed, such as {@code latency} or {@code read}; see {@link HistogramText}.
     * The text is empty where nothing was recorded.
     */
    Map<String, String> histograms();

    /** The places in the run of all members that it speaks of, its own included where it does. */
    default IntStream places() {
        return IntStream.empty();
    }

    /**
     * Reads all that it holds as text once.
     *
     * @implSpec a workload whose report holds more text than {@link #histograms} and {@link #openLoop} reads that as
     *     well
     * @throws IllegalArgumentException if one of them cannot be read, with a sentence that names it
     */
    default void readTexts() {
        histograms().forEach((timed, text) -> readText("the histogram " + timed, () -> HistogramText.decode(text)));
        openLoop().ifPresent(OpenLoopReport::readTexts);
    }

    /**
     * Reads one text.
     *
     * @param what what it holds, for the sentence
     * @throws IllegalArgumentException if it cannot be read
     */
    static void readText(String what, Runnable reading) {
        try {
            reading.run();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(what + " cannot be read: " + e.getMessage(), e);
        }
    }
}
