package io.jgbench.coordination.protocol;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What one member saw, exactly. Instants are nanoseconds since the Unix epoch on the member's own clock.
 *
 * @param runId the run it belongs to
 * @param member the member's name
 * @param index the member's place in the run, from 0
 * @param partial whether the member failed or was stopped before its workload was done; such figures are kept but
 *     never averaged
 * @param failure why it is partial, in one sentence
 * @param sender whether the member was one of the senders
 * @param beganAtEpochNanos when the workload really began, 0 if it did not
 * @param sentMessages measured messages sent
 * @param receivedMessages measured messages received, each once, own ones included
 * @param expectedMessages measured messages that had to arrive
 * @param messageSizeBytes size of one message
 * @param firstReceivedEpochNanos when the first measured message arrived, 0 if none did
 * @param lastReceivedEpochNanos when the last one arrived, 0 if none did
 * @param streams what arrived of each sender's streams
 * @param latencyHistogram an HdrHistogram in its compressed encoding, base64, in nanoseconds; empty if none was sampled
 * @param samples the time series
 * @param counters what was lost and waited for while the workload ran, by name; see {@link Counters}
 * @param framing what the transport adds to a message on the wire
 * @param host facts about the host and the JVM, by name
 */
public record MemberReport(
        String runId,
        String member,
        int index,
        boolean partial,
        Optional<String> failure,
        boolean sender,
        long beganAtEpochNanos,
        long sentMessages,
        long receivedMessages,
        long expectedMessages,
        int messageSizeBytes,
        long firstReceivedEpochNanos,
        long lastReceivedEpochNanos,
        List<StreamReport> streams,
        String latencyHistogram,
        List<Sample> samples,
        Map<String, Long> counters,
        Framing framing,
        Map<String, String> host) {

    /** Refuses nulls and copies the collections. */
    public MemberReport {
        Objects.requireNonNull(runId, "runId");
        Objects.requireNonNull(member, "member");
        Objects.requireNonNull(failure, "failure");
        streams = List.copyOf(streams);
        Objects.requireNonNull(latencyHistogram, "latencyHistogram");
        samples = List.copyOf(samples);
        counters = Map.copyOf(counters);
        Objects.requireNonNull(framing, "framing");
        host = Map.copyOf(host);
    }

    /** The time from the first to the last message in nanoseconds, 0 if fewer than two arrived. */
    public long elapsedNanos() {
        return lastReceivedEpochNanos - firstReceivedEpochNanos;
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

    /**
     * What a transport adds to a message at the least, when messages are packed as densely as it packs them.
     *
     * @param perMessageBytes bytes added to each message within a packet of the transport
     * @param packetBytes the largest packet that the transport hands to the operating system, its own headers included
     * @param perPacketBytes bytes of that packet which are the transport's header
     * @param layer what carries the packet
     * @param multicast whether one packet reaches all members, or one is sent to each
     */
    public record Framing(int perMessageBytes, int packetBytes, int perPacketBytes, Layer layer, boolean multicast) {

        /** The protocol that carries a transport's packets. */
        public enum Layer {
            /** Datagrams, fragmented by IP where they are larger than the MTU. */
            UDP,
            /** A stream of segments that fit the MTU. */
            TCP
        }
    }
}
