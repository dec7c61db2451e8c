package io.jgbench.workload.multicast;

import io.jgbench.workload.KindedLong;

/**
 * The first eight bytes of each message, one big-endian long: 4 bits of kind, 12 of sender, 6 of stream, 42 of sequence
 * number. Packed, so that a message of eight bytes can still be checked for order and loss. Where there is room, the
 * next eight bytes of sampled messages say when they were sent; in others they mean nothing.
 */
public final class MulticastHeader {
    /** How much of a message it takes. */
    public static final int BYTES = KindedLong.BYTES;

    /** How much of a message it takes with a time stamp. */
    static final int STAMPED_BYTES = 2 * BYTES;

    /** The most members whose messages can be told apart. */
    public static final int MAX_MEMBERS = 1 << 12;

    /** A message of the warm-up. */
    static final int WARMUP = 1;

    /** A stream of the warm-up has ended: its length stands in the place of the sequence number. */
    static final int WARMUP_END = 2;

    /** A measured message. */
    static final int MEASURED = 3;

    /** A measured stream has ended. */
    static final int MEASURED_END = 4;

    private static final int SENDER_SHIFT = 48;
    private static final int STREAM_SHIFT = 42;
    private static final long SEQUENCE_MASK = (1L << STREAM_SHIFT) - 1;

    /** In the place of a stream's length: it has not ended. */
    static final long NOT_ENDED = SEQUENCE_MASK;

    private MulticastHeader() {}

    /** Packs a header; the values must be within their bits. */
    public static long of(int kind, int sender, int stream, long sequence) {
        return KindedLong.withKind((long) sender << SENDER_SHIFT | (long) stream << STREAM_SHIFT | sequence, kind);
    }

    /** Writes when a message was sent behind the header that begins at the offset. */
    static void writeStamp(byte[] buffer, int offset, long epochNanos) {
        KindedLong.write(buffer, offset + BYTES, epochNanos);
    }

    /** Reads when a sampled message was sent, on its sender's clock. */
    static long readStamp(byte[] buffer, int offset) {
        return KindedLong.read(buffer, offset + BYTES);
    }

    /** The place of its sender in the run. */
    public static int sender(long header) {
        return (int) (header >>> SENDER_SHIFT) & (MAX_MEMBERS - 1);
    }

    /** The stream within its sender. */
    public static int stream(long header) {
        return (int) (header >>> STREAM_SHIFT) & 0x3F;
    }

    /** Its number within the stream, from 0. */
    public static long sequence(long header) {
        return header & SEQUENCE_MASK;
    }
}
