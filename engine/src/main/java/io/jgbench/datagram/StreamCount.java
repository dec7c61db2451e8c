package io.jgbench.datagram;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What has arrived of one stream.
 *
 * @param source the sender's address; see {@link Target#address(long)}
 * @param sent packets that were sent, from the first that counts on; as long as the stream is not known to have ended,
 *     up to the one with the largest number that arrived
 * @param sentKnown whether that is what the publisher says
 * @param received packets that arrived, each once
 * @param duplicate arrivals of packets that had arrived before
 * @param outOfOrder packets that arrived after one with a larger number
 * @param offsets by how many numbers those were behind, together
 * @param late packets that came more than {@value SequenceTally#WINDOW} numbers behind, after the stream was closed or
 *     after a count that was to have them; they are missing
 * @param corrupt packets whose processed bytes were not those that were sent
 * @param bytes bytes of all packets that arrived
 * @param packetBytes size of the last packet
 * @param firstNanos when the first packet arrived, by {@link System#nanoTime}
 * @param lastNanos when the last one arrived
 */
@RecordBuilder
public record StreamCount(
        long source,
        long sent,
        boolean sentKnown,
        long received,
        long duplicate,
        long outOfOrder,
        long offsets,
        long late,
        long corrupt,
        long bytes,
        int packetBytes,
        long firstNanos,
        long lastNanos) {
    private static final long MILLION = 1_000_000;

    /** Of a stream of which nothing has arrived. */
    public static StreamCount nothing(long sent) {
        return StreamCountBuilder.builder().sent(sent).sentKnown(true).build();
    }

    /** Packets that were sent and did not arrive. */
    public long missing() {
        return Math.max(0, sent - received);
    }

    /**
     * Packets missing in millionths of those sent, rounded up: above a bound exactly where more are missing than it
     * allows.
     */
    public long missingPpm() {
        return sent == 0 ? 0 : Math.ceilDiv(missing() * MILLION, sent);
    }

    /** The share of the packets sent that arrived; 1 where none was sent. */
    public double successRate() {
        return sent == 0 ? 1 : (double) received / sent;
    }

    /** By how many numbers a packet that was out of order was behind, on average. */
    public double averageOffset() {
        return outOfOrder == 0 ? 0 : (double) offsets / outOfOrder;
    }

    /** Time from the first to the last packet, in nanoseconds. */
    public long elapsedNanos() {
        return lastNanos - firstNanos;
    }

    /** What has come since an earlier count of the same stream. */
    public StreamCount since(StreamCount before) {
        return StreamCountBuilder.builder()
                .source(source)
                .sent(sent - before.sent)
                .sentKnown(sentKnown)
                .received(received - before.received)
                .duplicate(duplicate - before.duplicate)
                .outOfOrder(outOfOrder - before.outOfOrder)
                .offsets(offsets - before.offsets)
                .late(late - before.late)
                .corrupt(corrupt - before.corrupt)
                .bytes(bytes - before.bytes)
                .packetBytes(packetBytes)
                .firstNanos(before.lastNanos)
                .lastNanos(lastNanos)
                .build();
    }
}
