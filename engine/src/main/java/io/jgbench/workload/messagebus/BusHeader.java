package io.jgbench.workload.messagebus;

import io.jgbench.transport.Transport;
import io.jgbench.workload.KindedLong;

/**
 * The first sixteen bytes of each message, two big-endian longs. The first one: 4 bits of kind, 8 of the sender, 8 of
 * the receiver, 1 that tells measured messages from those of the warm-up, 9 of the stream, 34 of the number within the
 * stream to that receiver. The second one is the stamp: when the message was sent, on the sender's clock, if a response
 * is asked for; else 0. What answers a message repeats both, but for the kind, so that its sender needs no table of
 * what is under way. The kind stands first, so that {@link io.jgbench.workload.JsonMessages} is told
 * from these messages.
 */
final class BusHeader {
    static final int BYTES = 2 * KindedLong.BYTES;

    /** A message of a stream. */
    static final int MESSAGE = 1;

    /** The same; a receipt is asked for, which counts for all before as well. */
    static final int MESSAGE_FOR_RECEIPT = 2;

    /** A message whose sender waits for its response, and has little under way. */
    static final int REQUEST = 3;

    /**
     * A request whose sender has so little under way that the system's buffers hold it; see
     * {@link Transport#sendToAwaited}.
     */
    static final int AWAITED_REQUEST = 4;

    /** The answer to a message with a stamp, of the same size. */
    static final int RESPONSE = 5;

    /** A header alone: what it repeats has arrived. */
    static final int RECEIPT = 6;

    /** A header alone: the stream has as many messages as the number says. */
    static final int END = 7;

    /** The answer to that. */
    static final int END_HEARD = 8;

    /** Streams from this one on are what was passed on: of the member whose place is added to it. */
    static final int FIRST_RELAY_STREAM = 64;

    /** How many streams a member can have. */
    static final int STREAMS = 1 << 9;

    /** How many members can be told apart. */
    static final int MAX_PEERS = 1 << 8;

    /** The warm-up, before the start. */
    static final int WARMUP = 0;

    /** What is measured. */
    static final int MEASURED = 1;

    private static final int SENDER_SHIFT = 52;
    private static final int RECEIVER_SHIFT = 44;
    private static final int PHASE_SHIFT = 43;
    private static final int STREAM_SHIFT = 34;
    private static final long SEQUENCE_MASK = (1L << STREAM_SHIFT) - 1;

    private BusHeader() {}

    /**
     * Packs a header; all values but the number must be within their bits.
     *
     * @param phase {@link #WARMUP} or {@link #MEASURED}
     */
    static long of(int kind, int sender, int receiver, int phase, int stream, long sequence) {
        long rest = (long) sender << SENDER_SHIFT
                | (long) receiver << RECEIVER_SHIFT
                | (long) phase << PHASE_SHIFT
                | (long) stream << STREAM_SHIFT
                | (sequence & SEQUENCE_MASK);
        return KindedLong.withKind(rest, kind);
    }

    static void write(byte[] buffer, int offset, long header, long stamp) {
        KindedLong.write(buffer, offset, header);
        KindedLong.write(buffer, offset + KindedLong.BYTES, stamp);
    }

    static long header(byte[] buffer, int offset) {
        return KindedLong.read(buffer, offset);
    }

    static long stamp(byte[] buffer, int offset) {
        return KindedLong.read(buffer, offset + KindedLong.BYTES);
    }

    static int sender(long header) {
        return (int) (header >>> SENDER_SHIFT) & (MAX_PEERS - 1);
    }

    static int receiver(long header) {
        return (int) (header >>> RECEIVER_SHIFT) & (MAX_PEERS - 1);
    }

    /** The phase that it belongs to: {@link #WARMUP} or {@link #MEASURED}. */
    static int phase(long header) {
        return (int) (header >>> PHASE_SHIFT) & 1;
    }

    static int stream(long header) {
        return (int) (header >>> STREAM_SHIFT) & (STREAMS - 1);
    }

    /**
     * The number; the header holds its low bits, and the others are those with which it comes closest to one that is
     * known.
     */
    static long sequence(long header, long close) {
        int unused = Long.SIZE - STREAM_SHIFT;
        return close + ((header - close) << unused >> unused);
    }
}
