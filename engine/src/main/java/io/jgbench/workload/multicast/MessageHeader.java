package io.jgbench.workload.multicast;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The first eight bytes of each message, one big-endian long: 4 bits of kind, 12 of sender, 6 of stream, 42 of sequence
 * number. Packed, so that a message of eight bytes can still be checked for order and loss. Where there is room, the
 * next eight bytes of sampled messages say when they were sent; in others they mean nothing.
 */
public final class MessageHeader {
    /** How much of a message it takes. */
    public static final int BYTES = Long.BYTES;

    /** How much of a message it takes with a time stamp. */
    static final int STAMPED_BYTES = 2 * BYTES;

    /** The most members whose messages can be told apart. */
    public static final int MAX_MEMBERS = 1 << 12;

    /** How many kinds of messages can be told apart. */
    static final int KINDS = 1 << 4;

    private static final int SENDER_SHIFT = 48;
    private static final int STREAM_SHIFT = 42;
    private static final int KIND_SHIFT = 60;
    private static final long SEQUENCE_MASK = (1L << STREAM_SHIFT) - 1;

    /** In the place of a stream's length: it has not ended. */
    static final long NOT_ENDED = SEQUENCE_MASK;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private MessageHeader() {}

    /** Packs a header; the values must be within their bits. */
    public static long of(int kind, int sender, int stream, long sequence) {
        return (long) kind << KIND_SHIFT | (long) sender << SENDER_SHIFT | (long) stream << STREAM_SHIFT | sequence;
    }

    /** Writes a header into the first {@value #BYTES} bytes from the offset on. */
    public static void write(byte[] buffer, int offset, long header) {
        LONG.set(buffer, offset, header);
    }

    /** Reads the header that begins at the offset. */
    public static long read(byte[] buffer, int offset) {
        return (long) LONG.get(buffer, offset);
    }

    /** Writes when a message was sent behind the header that begins at the offset. */
    static void writeStamp(byte[] buffer, int offset, long epochNanos) {
        LONG.set(buffer, offset + BYTES, epochNanos);
    }

    /** Reads when a sampled message was sent, on its sender's clock. */
    static long readStamp(byte[] buffer, int offset) {
        return (long) LONG.get(buffer, offset + BYTES);
    }

    /** What the message is. */
    public static int kind(long header) {
        return (int) (header >>> KIND_SHIFT);
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
